import { formatReader } from '../../time-range/written-format.ts';
import { bound, textOr } from '../callable.ts';
import { TemplateProblem } from '../template-problem.ts';
import { Moment, truth } from '../value.ts';
import { briefly } from '../weigh.ts';
import type { MacroFilter } from './macro.ts';

/** `text|to_datetime(format='%Y-%m-%d %H:%M:%S')`: a moment; quotes around the text are left out. */
export const toDatetime: MacroFilter = {
  name: 'to_datetime',
  filter: () => (value, args, named) => {
    const [pattern] = bound('to_datetime', [], ['format'], args, named);
    if (!truth(value)) return null;
    const format = textOr(pattern, '%Y-%m-%d %H:%M:%S');
    const text = typeof value === 'string' ? value.replace(/^['"]+|['"]+$/g, '') : '';
    const ms = formatReader(format)?.(text);
    if (ms === undefined)
      throw new TemplateProblem(
        'value',
        `time data ${briefly(value)} does not match format '${format.slice(0, 100)}'`,
      );
    return new Moment(ms);
  },
};
