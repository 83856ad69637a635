import { loadChartType, withDefaults } from '@chartroom/charts';
import { type ChartFormData, isDeepEqual } from '@chartroom/model';
import { Button } from 'antd';
import { errorText } from '../../api/client.ts';
import { toast } from '../../base/toasts.tsx';
import { OFFERED_TYPES } from '../../shared/viz-gallery/offered-types.ts';
import { isReady } from './control-panel.tsx';
import styles from './explore.module.css';
import { useExplore } from './explore-store.ts';
import { firstCharts, type Suggestion } from './first-chart.ts';
import { withStep } from './steps.ts';

/** Other first charts of the dataset, as long as nobody has made one of their own of it. */
export function Suggestions() {
  const { form, slice, datasource } = useExplore();
  if (slice || !datasource) return null;
  const all = firstCharts(
    datasource,
    OFFERED_TYPES.map(({ key }) => key),
  );
  if (all.length < 2 || !all.some((each) => isShown(each, form))) return null;
  return (
    <section className={styles.suggestions} aria-label="Suited to this data">
      Suited to this data:
      {all.map((each) => (
        <Button
          key={each.words}
          size="small"
          type="link"
          aria-pressed={isShown(each, form)}
          onClick={() => void show(each)}
        >
          {each.words}
        </Button>
      ))}
    </section>
  );
}

function isShown(suggestion: Suggestion, form: ChartFormData): boolean {
  return Object.entries(suggestion.form).every(([name, value]) => isDeepEqual(form[name], value));
}

async function show(suggestion: Suggestion): Promise<void> {
  try {
    const type = await loadChartType(suggestion.form.viz_type);
    if (!type) return;
    const { form: before, type: typeBefore, steps, datasource, goTo, ask } = useExplore.getState();
    const form = withDefaults(type, { datasource: before.datasource, ...suggestion.form }, datasource);
    const left = { form: before, type: typeBefore };
    goTo({ form, type }, withStep(steps, left, 'viz_type', performance.now()));
    if (isReady(type, form, datasource)) await ask();
  } catch (error) {
    toast.error(errorText(error));
  }
}
