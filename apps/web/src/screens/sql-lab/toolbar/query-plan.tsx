import type { PlanStep } from '@chartroom/model';
import { grouped } from '@chartroom/model';
import { useMemo } from 'react';
import { type CostedStep, costedPlan } from './plan-costs.ts';
import styles from './query-plan.module.css';

/** A plan as a picture: each step above those whose rows it takes, the dearest one marked. */
export function QueryPlan({ plan, label }: { plan: PlanStep; label: string }) {
  const costed = useMemo(() => costedPlan(plan), [plan]);
  return (
    <figure className={styles.plan}>
      <figcaption>{label}</figcaption>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what is wider than the dialog is scrolled by keys, too */}
      <section aria-label={label} tabIndex={0} className={styles.picture}>
        <ul>
          <Step step={costed} />
        </ul>
      </section>
    </figure>
  );
}

function Step({ step }: { step: CostedStep }) {
  const { name, about, rows, own, share, isWorst, below } = step;
  return (
    <li>
      <div className={styles.step} data-worst={isWorst || undefined}>
        <strong>{name}</strong>
        {isWorst && <em>Most expensive step</em>}
        {about && <div className={styles.about}>{about}</div>}
        <div className={styles.facts}>
          {rows !== null && <span>{`${grouped(rows)} rows`}</span>}
          <span>{`Cost ${own.toLocaleString('en', { maximumFractionDigits: 2 })} (${Math.round(100 * share)} %)`}</span>
        </div>
        <div aria-hidden className={styles.bar}>
          <div style={{ width: `${100 * share}%` }} />
        </div>
      </div>
      {below.length > 0 && (
        <ul>
          {below.map((each, at) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: steps have no other names than their places
            <Step key={at} step={each} />
          ))}
        </ul>
      )}
    </li>
  );
}
