import { StarFilled, StarOutlined } from '@ant-design/icons';
import { Button } from 'antd';
import { type FavoriteKind, useStar } from '../api/favorites.ts';

/** The favourite star of a chart, dashboard or tag. */
export function Star({ kind, id, starred }: { kind: FavoriteKind; id: number; starred: boolean }) {
  const star = useStar(kind);
  const shown = star.isPending ? star.variables.starred : starred;
  return (
    <Button
      type="text"
      size="small"
      aria-label={shown ? 'Remove from favorites' : 'Add to favorites'}
      aria-pressed={shown}
      icon={shown ? <StarFilled style={{ color: 'var(--cr-warning)' }} /> : <StarOutlined />}
      onClick={(event) => {
        event.stopPropagation();
        star.mutate({ id, starred: !shown });
      }}
    />
  );
}
