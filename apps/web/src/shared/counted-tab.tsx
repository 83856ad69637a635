import { Badge } from 'antd';

/** The name of a tab with the count of what it holds, as far as that is known. */
export function CountedTab({ name, count }: { name: string; count: number | undefined }) {
  return (
    <span>
      {name}{' '}
      {count !== undefined && (
        <Badge
          count={count}
          showZero
          overflowCount={9_999}
          size="small"
          color="var(--cr-text-secondary)"
          style={{ color: 'var(--cr-surface)' }}
        />
      )}
    </span>
  );
}
