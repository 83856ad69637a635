import type { AvailableEngine, ConnectionView, ErrorBody } from '@chartroom/model';
import { ErrorAlert } from '@chartroom/ui';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Button, Form, Skeleton, Tabs } from 'antd';
import { useState } from 'react';
import { errorsOf } from '../../api/client.ts';
import { bootstrap } from '../../base/bootstrap.ts';
import { toast } from '../../base/toasts.tsx';
import { Dialog } from '../../shared/dialog.tsx';
import { ImportDialog } from '../../shared/import-dialog/import-dialog.tsx';
import { AdvancedFields, isRefusal, type Refusal, sectionOf } from './advanced-fields.tsx';
import { AddressField, DisplayNameField, ParameterFields } from './basic-fields.tsx';
import { ConnectedStep } from './connected-step.tsx';
import { bodyOf, type ConnectionForm, formOf } from './connection-form.ts';
import styles from './databases.module.css';
import { availableEngines, fetchConnection, saveConnection, testConnection } from './databases-api.ts';
import { EngineChoice, OTHER_ENGINE } from './engine-choice.tsx';
import { useFieldCheck } from './field-check.ts';
import { TunnelFields } from './tunnel-fields.tsx';

/** 'Connect a database', or 'Edit database' for the one with this id. */
export function ConnectionModal({ id, onClose }: { id: number | undefined; onClose: () => void }) {
  const engines = useQuery({
    queryKey: ['database', 'available'],
    queryFn: ({ signal }) => availableEngines(signal),
  });
  const stored = useQuery({
    queryKey: ['database', 'connection', id],
    enabled: id !== undefined,
    gcTime: 0,
    queryFn: ({ signal }) => fetchConnection(id ?? 0, signal),
  });
  const [chosen, setChosen] = useState<AvailableEngine>();
  const [made, setMade] = useState<number>();
  const [isImport, setImport] = useState(false);
  const engine = chosen ?? (stored.data && engines.data && engineOf(stored.data, engines.data));
  const error = engines.error ?? stored.error;
  if (isImport) return <ImportDialog kind="database" noun="database" onClose={onClose} />;
  if (made !== undefined && engine) return <ConnectedStep id={made} engine={engine} onClose={onClose} />;
  if (engine && (id === undefined || stored.data))
    return (
      <ConnectionEditor
        engine={engine}
        stored={stored.data}
        onBack={() => setChosen(undefined)}
        onMade={setMade}
        onClose={onClose}
      />
    );
  const isReady = id === undefined || stored.data !== undefined;
  const choice =
    engines.data && isReady ? (
      <EngineChoice engines={engines.data} onChoose={setChosen} onImport={() => setImport(true)} />
    ) : (
      <Skeleton active />
    );
  return (
    <Dialog
      title={id === undefined ? 'Connect a database' : 'Edit database'}
      footer={null}
      width={640}
      onCancel={onClose}
    >
      {error ? <ErrorAlert errors={errorsOf(error)} /> : choice}
    </Dialog>
  );
}

/** The engine of a stored connection; of one that is not offered any more only the address is known. */
function engineOf(stored: ConnectionView, offered: AvailableEngine[]): AvailableEngine {
  return (
    offered.find((each) => each.engine === stored.backend) ?? {
      ...OTHER_ENGINE,
      engine_information: stored.engine_information,
    }
  );
}

interface EditorProps {
  engine: AvailableEngine;
  stored: ConnectionView | undefined;
  onBack: () => void;
  onMade: (id: number) => void;
  onClose: () => void;
}

function ConnectionEditor({ engine, stored, onBack, onMade, onClose }: EditorProps) {
  const [form] = Form.useForm<ConnectionForm>();
  const client = useQueryClient();
  const [byFields, setByFields] = useState(
    engine.parameters !== undefined && stored?.configuration_method !== 'sqlalchemy_form',
  );
  const [tab, setTab] = useState('basic');
  const [open, setOpen] = useState<string[]>([]);
  // What was refused may stand where nobody looks.
  const showRefused = (failure: Refusal) => {
    const section = sectionOf(failure);
    setTab(section ? 'advanced' : 'basic');
    if (section) setOpen([...open, section]);
  };
  const body = (given: ConnectionForm) =>
    bodyOf({ ...formOf(stored), ...given }, engine, { byFields, stored });
  const test = useMutation({
    mutationFn: async () => testConnection(body(await form.validateFields())),
    onSuccess: () => toast.success('Connection looks good!'),
    onError: (error: unknown) => {
      if (isRefusal(error)) showRefused(error);
    },
  });
  const save = useMutation({
    mutationFn: (given: ConnectionForm) => saveConnection(stored?.id, body(given)),
    onSuccess: (id) => {
      void client.invalidateQueries({ queryKey: ['database'] });
      if (stored) {
        toast.success('Database settings updated');
        onClose();
      } else onMade(id);
    },
  });
  const onLeave = useFieldCheck(form, () => ({
    ...body(form.getFieldsValue(true)),
    engine: engine.engine,
    id: stored?.id,
  }));
  const untested = test.isError && test.error instanceof Error ? test.error : undefined;
  const failed = save.isError ? save.error : untested;
  return (
    <Dialog
      title={stored ? `Edit database: ${stored.database_name}` : `Connect a database: ${engine.name}`}
      width={640}
      onCancel={onClose}
      // When the dialog before it has gone, and given the focus back.
      afterOpenChange={(isOpen) => isOpen && form.focusField('database_name')}
      footer={
        <>
          {!stored && <Button onClick={onBack}>Back</Button>}
          <Button loading={test.isPending} onClick={() => test.mutate()}>
            Test connection
          </Button>
          <Button type="primary" loading={save.isPending} onClick={() => form.submit()}>
            {stored ? 'Finish' : 'Connect'}
          </Button>
        </>
      }
    >
      <Form
        form={form}
        layout="vertical"
        initialValues={formOf(stored)}
        onFinish={() => save.mutate(form.getFieldsValue(true))}
        onFinishFailed={showRefused}
      >
        {!stored && <p className={styles.step}>{byFields ? 'Step 2 of 3' : 'Step 2 of 2'}</p>}
        <Tabs
          activeKey={tab}
          onChange={setTab}
          items={[
            {
              key: 'basic',
              label: 'Basic',
              forceRender: true,
              children: (
                <>
                  <DisplayNameField />
                  {byFields ? (
                    <ParameterFields engine={engine} onLeave={onLeave} />
                  ) : (
                    <AddressField engine={engine} />
                  )}
                  {bootstrap.conf.SSH_TUNNELING === true &&
                    !engine.engine_information.disable_ssh_tunneling && <TunnelFields />}
                  {engine.parameters && (
                    <Button
                      type="link"
                      size="small"
                      className={styles.otherForm ?? ''}
                      onClick={() => setByFields(!byFields)}
                    >
                      {byFields
                        ? 'Connect this database with a SQLAlchemy URI string instead'
                        : 'Connect this database using the dynamic form instead'}
                    </Button>
                  )}
                </>
              ),
            },
            {
              key: 'advanced',
              label: 'Advanced',
              forceRender: true,
              children: <AdvancedFields engine={engine} open={open} onOpen={setOpen} />,
            },
          ]}
        />
        {failed && (
          <ErrorAlert
            errors={failed === untested ? asTested(failed) : errorsOf(failed)}
            onAuthorized={() => (failed === untested ? test.mutate() : form.submit())}
          />
        )}
      </Form>
    </Dialog>
  );
}

/** What a test of a connection found. */
function asTested(error: Error): ErrorBody[] {
  return errorsOf(error).map((each) => ({ ...each, message: `ERROR: ${each.message}` }));
}
