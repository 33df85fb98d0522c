"""Pictures: scenes as data, the look they are painted in, and the painter that writes SVG."""
