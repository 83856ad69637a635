/** Who asks. Everything that may change an answer or a decision about a person stands here. */
export interface Principal {
  /** Undefined for guests and anonymous callers. */
  id: number | undefined;
  /** What a guest's token lets them open. */
  guest?: GuestPass;
  username: string | undefined;
  email: string | undefined;
  roles: string[];
}

/** Dashboards that a guest may open, and clauses on the rows they see: of one dataset, or of all (null). */
export interface GuestPass {
  dashboards: number[];
  rules: { dataset: number | null; clause: string }[];
}
