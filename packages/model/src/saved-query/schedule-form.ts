import { z } from 'zod';

const field = z.object({
  type: z.enum(['string', 'integer', 'number', 'boolean', 'array']),
  title: z.string().optional(),
  description: z.string().optional(),
  /** `date-time`: a moment. */
  format: z.string().optional(),
  enum: z.array(z.string()).optional(),
  default: z.unknown().optional(),
});
export type ScheduleField = z.output<typeof field>;

const check = z.object({
  name: z.enum(['less', 'less_equal', 'greater', 'greater_equal']),
  /** The fields that are compared. */
  arguments: z.tuple([z.string(), z.string()]),
  message: z.string(),
  /** The field below which the message stands. */
  container: z.string(),
});

/**
 * What people are asked who want a query run on a schedule: a JSON Schema of plain fields, what is said of them, and which of
 * them are compared. Whoever runs queries on a schedule reads the answers in `extra_json.schedule_info` of saved queries.
 */
export const scheduleForm = z.object({
  JSONSCHEMA: z.object({
    title: z.string().optional(),
    description: z.string().optional(),
    properties: z.record(z.string().min(1), field),
    required: z.array(z.string()).default([]),
  }),
  UISCHEMA: z
    .record(
      z.string(),
      z.object({ 'ui:placeholder': z.string().optional(), 'ui:help': z.string().optional() }),
    )
    .default({}),
  VALIDATION: z.array(check).default([]),
});
export type ScheduleForm = z.output<typeof scheduleForm>;

/** Answers to the form, by field. */
export type ScheduleAnswers = Readonly<Record<string, unknown>>;

/** What is wrong with answers, by the field below which it is said; fields without an answer are not compared. */
export function scheduleProblems(form: ScheduleForm, answers: ScheduleAnswers): Record<string, string> {
  const problems: Record<string, string> = {};
  for (const { name, arguments: names, message, container } of form.VALIDATION) {
    const [one, other] = names.map((each) => comparable(answers[each]));
    if (one === undefined || other === undefined || COMPARE[name](one, other)) continue;
    problems[container] ??= message;
  }
  return problems;
}

const COMPARE = {
  less: (one: number | string, other: number | string) => one < other,
  less_equal: (one: number | string, other: number | string) => one <= other,
  greater: (one: number | string, other: number | string) => one > other,
  greater_equal: (one: number | string, other: number | string) => one >= other,
};

function comparable(value: unknown): number | string | undefined {
  return (typeof value === 'string' && value !== '') || typeof value === 'number' ? value : undefined;
}
