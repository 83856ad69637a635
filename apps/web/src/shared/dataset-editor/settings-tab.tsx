import { Checkbox, Input, InputNumber } from 'antd';
import { CodeField } from '../editor/code-field.tsx';
import { RelatedSelect } from '../editor/remote-select.tsx';
import styles from './dataset-editor.module.css';
import { Labelled } from './part-table.tsx';
import type { TabProps } from './tab-props.ts';

/** What else is said of a dataset: whose it is, how it is asked and how long answers are kept. */
export function SettingsTab(props: TabProps) {
  return (
    <div className={styles.columns}>
      <Basic {...props} />
      <Advanced {...props} />
    </div>
  );
}

function Basic({ draft, change }: TabProps) {
  return (
    <section className={styles.form} aria-label="Basic">
      <h3>Basic</h3>
      <Labelled label="Description">
        <Input.TextArea
          aria-label="Description"
          autoSize={{ minRows: 2, maxRows: 8 }}
          value={draft.description ?? ''}
          onChange={(event) => change({ description: event.target.value })}
        />
      </Labelled>
      <Labelled label="Default URL">
        <Input
          aria-label="Default URL"
          placeholder="The page that opens with the dataset, rather than its first chart"
          value={draft.default_endpoint ?? ''}
          onChange={(event) => change({ default_endpoint: event.target.value || null })}
        />
      </Labelled>
      <Checkbox
        checked={draft.filter_select_enabled}
        onChange={(event) => change({ filter_select_enabled: event.target.checked })}
      >
        Autocomplete filters
      </Checkbox>
      <Labelled label="Autocomplete query predicate">
        <Input.TextArea
          aria-label="Autocomplete query predicate"
          className={styles.sql}
          placeholder="A condition that narrows which values are offered"
          autoSize={{ minRows: 1, maxRows: 5 }}
          value={draft.fetch_values_predicate ?? ''}
          onChange={(event) => change({ fetch_values_predicate: event.target.value || null })}
        />
      </Labelled>
      <Labelled label="Extra">
        <CodeField
          label="Extra"
          language="json"
          height={110}
          value={draft.extra ?? ''}
          onChange={(extra) => change({ extra: extra || null })}
        />
      </Labelled>
      <Labelled label="Owners">
        <RelatedSelect
          label="Owners"
          resource="dataset"
          column="owners"
          value={draft.owners}
          onChange={(owners) => change({ owners })}
        />
      </Labelled>
    </section>
  );
}

function Advanced({ draft, change }: TabProps) {
  return (
    <section className={styles.form} aria-label="Advanced">
      <h3>Advanced</h3>
      <Labelled label="Cache timeout">
        <InputNumber
          aria-label="Cache timeout"
          className={styles.wide}
          min={-1}
          placeholder="Seconds; -1 keeps nothing"
          value={draft.cache_timeout}
          onChange={(cache_timeout) => change({ cache_timeout })}
        />
      </Labelled>
      <Labelled label="Hours offset">
        <InputNumber
          aria-label="Hours offset"
          className={styles.wide}
          value={draft.offset}
          onChange={(offset) => change({ offset: offset ?? 0 })}
        />
      </Labelled>
      <Labelled label="Template parameters">
        <CodeField
          label="Template parameters"
          language="json"
          height={110}
          value={draft.template_params ?? ''}
          onChange={(text) => change({ template_params: text || null })}
        />
      </Labelled>
      <Checkbox
        checked={draft.normalize_columns}
        onChange={(event) => change({ normalize_columns: event.target.checked })}
      >
        Normalize column names
      </Checkbox>
      <Checkbox
        checked={draft.always_filter_main_dttm}
        onChange={(event) => change({ always_filter_main_dttm: event.target.checked })}
      >
        Always filter main datetime column
      </Checkbox>
    </section>
  );
}
