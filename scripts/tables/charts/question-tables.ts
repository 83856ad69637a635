import type { CHART_TYPES } from '@chartroom/charts';
import type { ChartFormData } from '@chartroom/model';
import type { TableCheck } from '../table.ts';
import { casesCheck, isRecord, recordedAs, recordOf } from './recorded.ts';

/** Form data of a recorded case, exactly as given. */
export function formOf(value: unknown): ChartFormData {
  const form = recordOf(value);
  return { ...form, datasource: String(form.datasource ?? ''), viz_type: String(form.viz_type ?? '') };
}

/** Questions: from form data (and what a table remembers) to the queries of the data request. */
export function questionTable({ key, load }: (typeof CHART_TYPES)[number]): TableCheck {
  const name = `build-query/${key}`;
  return {
    name,
    file: `build-query/${recordedAs(key)}.json`,
    run: async (content) => {
      const { chart } = await load();
      const check = casesCheck(name, ({ input }) => {
        const ownState = isRecord(input.ownState) ? input.ownState : undefined;
        return chart.question(formOf(input.formData), { ownState, stored: true }).queries;
      });
      return check.run(content);
    },
  };
}
