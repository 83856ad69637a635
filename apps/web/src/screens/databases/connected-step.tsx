import type { AvailableEngine, ConnectionView } from '@chartroom/model';
import { ErrorAlert } from '@chartroom/ui';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { Button, Form, Result, Skeleton } from 'antd';
import { useState } from 'react';
import { errorsOf } from '../../api/client.ts';
import { may } from '../../base/bootstrap.ts';
import { toast } from '../../base/toasts.tsx';
import { leaveChosen } from '../../shared/chosen-database.ts';
import { Dialog } from '../../shared/dialog.tsx';
import { AdvancedFields, isRefusal, sectionOf } from './advanced-fields.tsx';
import { bodyOf, type ConnectionForm, formOf } from './connection-form.ts';
import styles from './databases.module.css';
import { fetchConnection, saveConnection } from './databases-api.ts';

interface StepProps {
  engine: AvailableEngine;
  onClose: () => void;
}

/** The last step of a new connection: what one can do with it at once, and its advanced options (contract/ui.md G1). */
export function ConnectedStep({ id, ...props }: StepProps & { id: number }) {
  const made = useQuery({
    queryKey: ['database', 'connection', id],
    gcTime: 0,
    queryFn: ({ signal }) => fetchConnection(id, signal),
  });
  if (made.data) return <Options made={made.data} {...props} />;
  return (
    <Dialog title="Database connected" footer={null} width={640} onCancel={props.onClose}>
      {made.error ? <ErrorAlert errors={errorsOf(made.error)} /> : <Skeleton active />}
    </Dialog>
  );
}

function Options({ made, engine, onClose }: StepProps & { made: ConnectionView }) {
  const [form] = Form.useForm<ConnectionForm>();
  const [open, setOpen] = useState<string[]>([]);
  const client = useQueryClient();
  const navigate = useNavigate();
  const isExposed = Form.useWatch(['own', 'expose_in_sqllab'], form) !== false;
  const byFields = made.configuration_method === 'dynamic_form';
  // Whichever button leads on, what was set here is kept first.
  const keep = useMutation({
    mutationFn: async (_goOn: () => void) => {
      await form.validateFields();
      if (!form.isFieldsTouched()) return;
      const given = { ...formOf(made), ...form.getFieldsValue(true) };
      await saveConnection(made.id, bodyOf(given, engine, { byFields, stored: made }));
      void client.invalidateQueries({ queryKey: ['database'] });
      toast.success('Database settings updated');
    },
    onSuccess: (_, goOn) => goOn(),
    onError: (error: unknown) => {
      const section = isRefusal(error) ? sectionOf(error) : undefined;
      if (section) setOpen([...open, section]);
    },
  });
  const goTo = (to: string) => () => {
    leaveChosen({
      id: made.id,
      database_name: made.database_name,
      allow_multi_catalog: form.getFieldValue(['extra', 'allow_multi_catalog']) === true,
    });
    void navigate({ to });
  };
  const failed = keep.isError && keep.error instanceof Error ? keep.error : undefined;
  return (
    <Dialog
      title="Database connected"
      width={640}
      onCancel={onClose}
      footer={
        <Button type="primary" loading={keep.isPending} onClick={() => keep.mutate(onClose)}>
          Finish
        </Button>
      }
    >
      {byFields && <p className={styles.step}>Step 3 of 3</p>}
      <Result
        className={styles.connected ?? ''}
        status="success"
        title={made.database_name}
        subTitle="Create a dataset to begin visualizing your data as a chart or go to SQL Lab to query your data."
        extra={
          <div className={styles.next}>
            {may('can_write', 'Dataset') && (
              <Button onClick={() => keep.mutate(goTo('/dataset/add/'))}>Create dataset</Button>
            )}
            {isExposed && may('menu_access', 'SQL Lab') && (
              <Button onClick={() => keep.mutate(goTo('/sqllab/?db=true'))}>Query data in SQL Lab</Button>
            )}
          </div>
        }
      />
      <Form form={form} layout="vertical" initialValues={formOf(made)}>
        <AdvancedFields engine={engine} open={open} onOpen={setOpen} />
      </Form>
      {failed && <ErrorAlert errors={errorsOf(failed)} />}
    </Dialog>
  );
}
