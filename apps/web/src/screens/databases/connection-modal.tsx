import type { AvailableEngine, ConnectionView, ErrorBody } from '@chartroom/model';
import { ErrorAlert } from '@chartroom/ui';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { Button, Form, Modal, Result, Skeleton, Tabs } from 'antd';
import { useState } from 'react';
import { errorsOf } from '../../api/client.ts';
import { bootstrap, may } from '../../base/bootstrap.ts';
import { toast } from '../../base/toasts.tsx';
import { type ChosenDatabase, leaveChosen } from '../../shared/chosen-database.ts';
import { ImportDialog } from '../../shared/import-dialog/import-dialog.tsx';
import { AdvancedFields } from './advanced-fields.tsx';
import { AddressField, DisplayNameField, ParameterFields } from './basic-fields.tsx';
import { bodyOf, type ConnectionForm, formOf } from './connection-form.ts';
import { availableEngines, fetchConnection, saveConnection, testConnection } from './databases-api.ts';
import { EngineChoice } from './engine-choice.tsx';
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
  const [made, setMade] = useState<ChosenDatabase>();
  const [isImport, setImport] = useState(false);
  const engine = chosen ?? engines.data?.find((each) => each.engine === stored.data?.backend);
  const error = engines.error ?? stored.error;
  if (isImport) return <ImportDialog kind="database" noun="database" onClose={onClose} />;
  if (made !== undefined) return <Connected made={made} onClose={onClose} />;
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
    <Modal
      open
      title={id === undefined ? 'Connect a database' : 'Edit database'}
      footer={null}
      width={640}
      onCancel={onClose}
    >
      {error ? <ErrorAlert errors={errorsOf(error)} /> : choice}
    </Modal>
  );
}

interface EditorProps {
  engine: AvailableEngine;
  stored: ConnectionView | undefined;
  onBack: () => void;
  onMade: (made: ChosenDatabase) => void;
  onClose: () => void;
}

function ConnectionEditor({ engine, stored, onBack, onMade, onClose }: EditorProps) {
  const [form] = Form.useForm<ConnectionForm>();
  const client = useQueryClient();
  const [byFields, setByFields] = useState(
    engine.parameters !== undefined && stored?.configuration_method !== 'sqlalchemy_form',
  );
  const body = (given: ConnectionForm) =>
    bodyOf({ ...formOf(stored), ...given }, engine, { byFields, stored });
  const test = useMutation({
    mutationFn: async () => testConnection(body(await form.validateFields())),
    onSuccess: () => toast.success('Connection looks good!'),
  });
  const save = useMutation({
    mutationFn: (given: ConnectionForm) => saveConnection(stored?.id, body(given)),
    onSuccess: (id, { database_name, extra }) => {
      void client.invalidateQueries({ queryKey: ['database'] });
      if (stored) {
        toast.success('Database settings updated');
        onClose();
      } else onMade({ id, database_name, allow_multi_catalog: extra?.allow_multi_catalog === true });
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
    <Modal
      open
      title={stored ? `Edit database: ${stored.database_name}` : `Connect a database: ${engine.name}`}
      width={640}
      onCancel={onClose}
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
      >
        <Tabs
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
                    <Button type="link" size="small" onClick={() => setByFields(!byFields)}>
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
              children: <AdvancedFields engine={engine} />,
            },
          ]}
        />
        {failed && 'errorFields' in failed === false && (
          <ErrorAlert errors={failed === untested ? asTested(failed) : errorsOf(failed)} />
        )}
      </Form>
    </Modal>
  );
}

/** What one can do with a new connection at once. */
function Connected({ made, onClose }: { made: ChosenDatabase; onClose: () => void }) {
  const navigate = useNavigate();
  const toDataset = () => {
    leaveChosen(made);
    void navigate({ to: '/dataset/add/' });
  };
  return (
    <Modal open footer={null} onCancel={onClose}>
      <Result
        status="success"
        title="Database connected"
        subTitle="Ask it in SQL Lab, and make datasets of its tables or of what you find."
        extra={[
          <Button
            key="lab"
            type="primary"
            onClick={() => void navigate({ to: `/sqllab/?new=true&dbid=${made.id}` })}
          >
            Query data in SQL Lab
          </Button>,
          ...(may('can_write', 'Dataset')
            ? [
                <Button key="dataset" onClick={toDataset}>
                  Create dataset
                </Button>,
              ]
            : []),
          <Button key="done" onClick={onClose}>
            Finish
          </Button>,
        ]}
      />
    </Modal>
  );
}

/** What a test of a connection found. */
function asTested(error: Error): ErrorBody[] {
  return errorsOf(error).map((each) => ({ ...each, message: `ERROR: ${each.message}` }));
}
