// The arrows that open a part of the contents have no name of their own.
for (const summary of document.querySelectorAll('.bd-sidebar summary')) {
  const link = summary.closest('li')?.querySelector('a');
  if (link && !summary.hasAttribute('aria-label')) summary.setAttribute('aria-label', `Pages of ${link.textContent.trim()}`);
}

// "Print this sheet": a page whose text is one sheet of paper
document.addEventListener('click', (event) => {
  if (!event.target.closest?.('[data-print]')) return;
  event.preventDefault();
  print();
});
