import { DatabaseOutlined } from '@ant-design/icons';
import type { AvailableEngine } from '@chartroom/model';
import { Button, Select } from 'antd';
import styles from './databases.module.css';

/** The first step: preferred engines as tiles, all of them in a list. */
export function EngineChoice({
  engines,
  onChoose,
  onImport,
}: {
  engines: AvailableEngine[];
  onChoose: (engine: AvailableEngine) => void;
  /** A connection that was exported is wanted instead. */
  onImport: () => void;
}) {
  const preferred = engines.filter((engine) => engine.preferred);
  return (
    <>
      <p>Select a database to connect</p>
      <div className={styles.tiles}>
        {preferred.map((engine) => (
          <button key={engine.engine} type="button" className={styles.tile} onClick={() => onChoose(engine)}>
            <DatabaseOutlined aria-hidden />
            {engine.name}
          </button>
        ))}
      </div>
      <label htmlFor="engine">Or choose from a list of other databases we support:</label>
      <Select
        id="engine"
        className={styles.engines ?? ''}
        placeholder="Choose a database..."
        options={engines.map((engine) => ({ value: engine.engine, label: engine.name }))}
        showSearch={{ optionFilterProp: 'label' }}
        onChange={(name: string) => {
          const engine = engines.find((each) => each.engine === name);
          if (engine) onChoose(engine);
        }}
      />
      <Button type="link" size="small" className={styles.import ?? ''} onClick={onImport}>
        Import database from file
      </Button>
    </>
  );
}
