import { ErrorAlert, Hint } from '@chartroom/ui';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Form, Modal, Skeleton } from 'antd';
import { type KeyboardEvent, type ReactNode, useEffect, useRef, useState } from 'react';
import { errorsOf, fieldErrors } from '../../api/client.ts';
import styles from './editor-modal.module.css';

export interface EditorModalProps<Values extends object> {
  /** e.g. 'Edit CSS template'. */
  title: string;
  okText?: string;
  width?: number;
  /** Nothing can be saved here. */
  readOnly?: boolean;
  /** What has to be filled in before it can be saved, in a sentence. */
  lacking?: (values: Partial<Values>) => string | undefined;
  /** Resource whose lists are asked again afterwards, e.g. `css_template`. */
  resource: string;
  /** What the fields begin with; undefined while it is on its way. */
  initial: Values | undefined;
  /** Why the thing could not be read. */
  loadError?: Error | null;
  /** Writes it; rejects with ApiError, whose fields are then marked. */
  save: (values: Values) => Promise<unknown>;
  onSaved?: () => void;
  onClose: () => void;
  /** Form items, named like the fields of the wire form. */
  children: ReactNode;
}

const FIELDS = 'input:not([type=hidden]):not(:disabled), textarea:not(:disabled)';

/** Whether Enter means nothing else in a field, as it does in lists, dates and texts of many lines. */
function isPlainField(target: EventTarget): boolean {
  return (
    target instanceof HTMLInputElement &&
    target.type !== 'checkbox' &&
    target.closest('.ant-select, .ant-picker') === null
  );
}

/** The modal in which one thing is made or changed: its fields, what the server says of each, and a question before changes are lost. */
export function EditorModal<Values extends object>(props: EditorModalProps<Values>) {
  const [form] = Form.useForm();
  // Closed before it is gone, so that the focus goes back to where it came from.
  const [open, setOpen] = useState(true);
  const close = () => setOpen(false);
  // A field that is focused while the modal is still on its way is not shown yet, and the focus is lost.
  const [isThere, setIsThere] = useState(false);
  const fields = useRef<HTMLDivElement>(null);
  const isFilled = props.initial !== undefined;
  useEffect(() => {
    if (!isThere || !isFilled || props.readOnly || fields.current?.contains(document.activeElement)) return;
    fields.current?.querySelector<HTMLElement>(FIELDS)?.focus();
  }, [isThere, isFilled, props.readOnly]);
  const [modal, question] = Modal.useModal();
  const client = useQueryClient();
  const save = useMutation({
    mutationFn: props.save,
    onSuccess: async () => {
      await client.invalidateQueries({ queryKey: [props.resource] });
      props.onSaved?.();
      close();
    },
    onError: (error) => {
      const known = Object.keys(form.getFieldsValue());
      for (const { field, reasons } of fieldErrors(error))
        if (known.includes(field)) form.setFields([{ name: [field], errors: reasons }]);
    },
  });
  const values: Partial<Values> | undefined = Form.useWatch([], form);
  const lacking = isFilled && values ? props.lacking?.(values) : undefined;
  const canSave = isFilled && props.readOnly !== true && lacking === undefined;
  const saveByKey = (event: KeyboardEvent) => {
    if (
      event.key !== 'Enter' ||
      event.nativeEvent.isComposing ||
      event.defaultPrevented ||
      !isPlainField(event.target)
    )
      return;
    event.preventDefault();
    if (canSave && !save.isPending) form.submit();
  };
  const leave = () => {
    if (!form.isFieldsTouched()) close();
    else
      void modal.confirm({
        title: 'Discard your changes?',
        content: 'What you changed here is not saved.',
        okText: 'Discard',
        okButtonProps: { danger: true },
        cancelText: 'Keep editing',
        onOk: close,
      });
  };
  return (
    <Modal
      open={open}
      afterOpenChange={setIsThere}
      afterClose={props.onClose}
      title={props.title}
      width={props.width ?? 600}
      okText={props.okText ?? 'Save'}
      okButtonProps={{ disabled: !canSave, loading: save.isPending }}
      onOk={() => form.submit()}
      onCancel={leave}
      footer={(_footer, { OkBtn, CancelBtn }) => (
        <>
          <CancelBtn />
          <Hint title={lacking}>
            <span className={styles.save}>
              <OkBtn />
            </span>
          </Hint>
        </>
      )}
      destroyOnHidden
      classNames={{ body: styles.body ?? '' }}
    >
      {question}
      {props.loadError && <ErrorAlert errors={errorsOf(props.loadError)} />}
      {!props.loadError && props.initial === undefined && <Skeleton active />}
      {!props.loadError && props.initial !== undefined && (
        <div ref={fields}>
          <Form
            form={form}
            layout="vertical"
            requiredMark
            initialValues={props.initial}
            onFinish={(values: Values) => save.mutate(values)}
            onKeyDown={saveByKey}
          >
            {props.children}
            {save.isError && <ErrorAlert errors={errorsOf(save.error)} />}
          </Form>
        </div>
      )}
    </Modal>
  );
}
