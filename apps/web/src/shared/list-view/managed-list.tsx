import { EditOutlined, EyeOutlined } from '@ant-design/icons';
import { EmptyState } from '@chartroom/ui';
import { Button } from 'antd';
import { type ReactNode, useState } from 'react';
import { type ListRow, ListView, type ListViewProps } from './list-view.tsx';
import { RowButton } from './row-button.tsx';

export interface ManagedListProps<Row extends ListRow>
  extends Omit<ListViewProps<Row>, 'empty' | 'mayDelete' | 'rowActions'> {
  /** Whether the person may make, change and delete here. */
  mayWrite: boolean;
  /** Rows that may not be deleted all the same. */
  keeps?: (row: Row) => boolean;
  /** Rows that the editor only shows. */
  views?: (row: Row) => boolean;
  /** e.g. '+ Rule'. */
  createLabel: string;
  empty: { title: string; description: string };
  moreActions?: (row: Row) => ReactNode;
  /** The editor of one thing; without a row it makes a new one. */
  editor: (props: { row: Row | undefined; onClose: () => void }) => ReactNode;
}

/** A list page whose things are made and changed in a modal. */
export function ManagedList<Row extends ListRow>(props: ManagedListProps<Row>) {
  const [edited, setEdited] = useState<{ row?: Row }>();
  const { mayWrite, keeps, views, createLabel, empty, moreActions, editor, buttons, ...list } = props;
  const create = mayWrite && (
    <Button type="primary" onClick={() => setEdited({})}>
      {createLabel}
    </Button>
  );
  return (
    <>
      <ListView<Row>
        {...list}
        buttons={
          <>
            {buttons}
            {create}
          </>
        }
        {...(mayWrite ? { mayDelete: (row: Row) => !keeps?.(row), rowActions: actions } : {})}
        empty={<EmptyState title={empty.title} description={empty.description} action={create} />}
      />
      {edited && editor({ row: edited.row, onClose: () => setEdited(undefined) })}
    </>
  );

  function actions(row: Row) {
    return (
      <>
        <RowButton
          icon={views?.(row) ? <EyeOutlined aria-hidden /> : <EditOutlined aria-hidden />}
          label={views?.(row) ? 'View' : 'Edit'}
          name={props.nameOf(row)}
          onClick={() => setEdited({ row })}
        />
        {moreActions?.(row)}
      </>
    );
  }
}
