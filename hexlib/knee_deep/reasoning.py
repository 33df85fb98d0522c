def why(state: object, seat: int, action: object) -> str:
    return f"plays {action}"
