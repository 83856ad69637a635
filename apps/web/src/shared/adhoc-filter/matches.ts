/** A choice of columns or metrics: its name, its label, and what it is or does. */
interface Choice {
  value?: string | number | null;
  label?: unknown;
  title?: string;
}

/** Whether a choice is meant by what was typed: by its name, its label, its description or its expression. */
export function matches(typed: string, choice: Choice | undefined): boolean {
  const wanted = typed.trim().toLowerCase();
  return [choice?.value, choice?.label, choice?.title].some((text) =>
    String(text ?? '')
      .toLowerCase()
      .includes(wanted),
  );
}
