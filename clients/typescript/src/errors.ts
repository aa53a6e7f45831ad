// What the gateway refuses.

/**
 * A refusal: what happened, and what a caller can do about it. `kind` is not_found, invalid, conflict, denied, unavailable,
 * internal, unauthenticated, precondition_required or too_many; `hint` names what would help; `current` is the hash of
 * the file as it is now, for a conflict. `status` is 0 where no gateway answered.
 */
export class SoulError extends Error {
  constructor(
    readonly status: number,
    readonly kind: string,
    message: string,
    readonly hint?: string,
    readonly current?: string,
  ) {
    super(message);
    this.name = "SoulError";
  }
}
