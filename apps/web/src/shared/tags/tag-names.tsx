import { isCustomTag } from '@chartroom/model';
import { Hint } from '@chartroom/ui';
import { Link } from '@tanstack/react-router';
import { Space, Tag } from 'antd';

/** Tags that are shown before '+N'. */
const MOST = 3;

/** Characters of a tag's name that are shown. */
const LONGEST = 20;

function shortName(name: string): string {
  return name.length > LONGEST ? `${name.slice(0, LONGEST)}...` : name;
}

/** The tags that people put on a thing; each leads to everything that carries it. */
export function TagNames({ tags }: { tags: readonly { id: number; name: string; type: number | string }[] }) {
  const own = tags.filter(isCustomTag);
  const rest = own.slice(MOST);
  return (
    <Space size={0} wrap>
      {own.slice(0, MOST).map((tag) => (
        <Link key={tag.id} to="/superset/all_entities" search={{ id: String(tag.id) }}>
          <Tag title={tag.name}>{shortName(tag.name)}</Tag>
        </Link>
      ))}
      {rest.length > 0 && (
        <Hint title={rest.map((tag) => tag.name).join(', ')}>
          <Tag>+{rest.length}</Tag>
        </Hint>
      )}
    </Space>
  );
}
