def why(state, seat, action): return f"plays {action}"
