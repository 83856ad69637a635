import { Form } from 'antd';
import { fetchList } from '../../api/list.ts';
import { may } from '../../base/bootstrap.ts';
import { RemoteSelect } from '../editor/remote-select.tsx';

/** Tags that people made, of which a thing carries some; nothing for whoever may not tag. */
export function TagsField({ view }: { view: 'Chart' | 'Dashboard' }) {
  if (!may('can_write', 'Tag') && !may('can_tag', view)) return null;
  return (
    <Form.Item name="tags" label="Tags">
      <RemoteSelect source={['tag', 'custom']} load={tagChoices} placeholder="Select Tags" />
    </Form.Item>
  );
}

async function tagChoices({ search, include }: { search: string; include: number[] }, signal: AbortSignal) {
  const custom = { col: 'type', opr: 'custom_tag', value: true };
  const ask = (filter: { col: string; opr: string; value: string | number[] }[]) =>
    fetchList<{ id: number; name: string }>(
      'tag',
      { filters: [custom, ...filter], page: 0, page_size: 100 },
      signal,
    );
  const [carried, found] = await Promise.all([
    include.length > 0 ? ask([{ col: 'id', opr: 'in', value: include }]) : undefined,
    ask(search ? [{ col: 'name', opr: 'ct', value: search }] : []),
  ]);
  const rows = new Map([...(carried?.result ?? []), ...found.result].map((row) => [row.id, row.name]));
  return [...rows].map(([value, label]) => ({ value, label }));
}
