import { Modal, type ModalProps } from 'antd';
import { focusWithin, useFocusBack } from './focus.ts';

/**
 * A dialog that is there only while it is open. Whoever opens it can type: its first field has the focus, unless
 * `afterOpenChange` gives it to something else. Whoever closes it is where they were.
 */
export function Dialog(props: Omit<ModalProps, 'open'>) {
  useFocusBack();
  return <Modal open afterOpenChange={focusField} {...props} />;
}

/** Until its fields are seen the dialog itself has the focus, or the button that closes it. */
function focusField(isOpen: boolean): void {
  const dialog = isOpen ? document.activeElement?.closest('.ant-modal') : undefined;
  focusWithin(dialog?.querySelector<HTMLElement>('.ant-modal-body') ?? null);
}
