import { DatabaseOutlined } from '@ant-design/icons';
import type { AvailableEngine } from '@chartroom/model';
import { Button, Select } from 'antd';
import styles from './databases.module.css';

/** Any engine of which only the address is told: the server reads from it which one it is. */
export const OTHER_ENGINE: AvailableEngine = {
  name: 'Other',
  engine: '',
  available_drivers: [],
  sqlalchemy_uri_placeholder: 'engine+driver://user:password@host:port/dbname[?key=value..]',
  preferred: false,
  engine_information: {
    supports_file_upload: true,
    disable_ssh_tunneling: false,
    supports_dynamic_catalog: false,
    supports_oauth2: false,
  },
  supports_oauth2: false,
};

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
  const listed = [...engines, OTHER_ENGINE];
  return (
    <>
      <p className={styles.step}>Step 1 of 3</p>
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
        options={listed.map((engine) => ({ value: engine.engine, label: engine.name }))}
        // 'Other' stays in sight, whatever is looked for.
        showSearch={{
          filterOption: (text, option) =>
            option?.value === OTHER_ENGINE.engine ||
            option?.label.toLowerCase().includes(text.toLowerCase()) === true,
        }}
        onChange={(name: string) => {
          const engine = listed.find((each) => each.engine === name);
          if (engine) onChoose(engine);
        }}
      />
      <p className={styles.note}>
        <strong>Want to add a new database?</strong> Any engine whose addresses the server can read is
        connected by a SQLAlchemy URI: choose Other.
      </p>
      <Button type="link" size="small" className={styles.import ?? ''} onClick={onImport}>
        Import database from file
      </Button>
    </>
  );
}
