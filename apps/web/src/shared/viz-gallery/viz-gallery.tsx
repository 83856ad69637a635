import { SearchOutlined } from '@ant-design/icons';
import { CHART_TYPES, type ChartTypeFacts } from '@chartroom/charts';
import { Input, Modal, Tag } from 'antd';
import { useMemo, useState } from 'react';
import styles from './gallery.module.css';
import { OFFERED_TYPES } from './offered-types.ts';
import { TypePicture } from './type-picture.tsx';

/** Chooses a chart type by category, tag or search; a double click takes it. */
export function VizGallery({
  current,
  onChoose,
  onClose,
}: {
  current: string;
  onChoose: (key: string) => void;
  onClose: () => void;
}) {
  const [chosen, setChosen] = useState(current);
  const facts = CHART_TYPES.find((type) => type.key === chosen);
  return (
    <Modal
      open
      width={1090}
      title="Select a visualization type"
      okText="Select"
      okButtonProps={{ disabled: !facts }}
      onOk={() => onChoose(chosen)}
      onCancel={onClose}
    >
      <GalleryBody chosen={chosen} onChosen={setChosen} onTake={onChoose} />
    </Modal>
  );
}

interface GalleryBodyProps {
  chosen: string | undefined;
  onChosen: (key: string) => void;
  onTake: (key: string) => void;
}

/** The gallery itself: groups, search, tiles and what the chosen type is good for. */
export function GalleryBody({ chosen, onChosen, onTake }: GalleryBodyProps) {
  const [search, setSearch] = useState('');
  const [group, setGroup] = useState<string>();
  const shown = useMemo(() => found(OFFERED_TYPES, search, group), [search, group]);
  const facts = CHART_TYPES.find((type) => type.key === chosen);
  const categories = [...new Set(OFFERED_TYPES.map((type) => type.category ?? 'Other'))].sort();
  return (
    <div className={styles.gallery}>
      <nav className={styles.groups} aria-label="Chart categories">
        <button type="button" aria-pressed={group === undefined} onClick={() => setGroup(undefined)}>
          All charts
        </button>
        <div className={styles.groupsTitle}>Category</div>
        {categories.map((category) => (
          <button
            key={category}
            type="button"
            aria-pressed={group === category}
            onClick={() => setGroup(category)}
          >
            {category}
          </button>
        ))}
      </nav>
      <div className={styles.right}>
        <Input
          allowClear
          prefix={<SearchOutlined aria-hidden />}
          aria-label="Search all charts"
          placeholder="Search all charts"
          value={search}
          onChange={(event) => setSearch(event.target.value)}
        />
        <div className={styles.tiles}>
          {shown.map((type) => (
            <button
              key={type.key}
              type="button"
              className={styles.tile}
              aria-pressed={type.key === chosen}
              onClick={() => onChosen(type.key)}
              onDoubleClick={() => onTake(type.key)}
            >
              <TypePicture markup={type.thumbnail} />
              <span>{type.name}</span>
            </button>
          ))}
          {shown.length === 0 && <p>No chart type matches your search.</p>}
        </div>
        <div className={styles.about} aria-live="polite">
          {facts && (
            <>
              <b>{facts.name}</b>
              <div>
                {facts.tags.map((tag) => (
                  <Tag key={tag}>{tag}</Tag>
                ))}
              </div>
              <p>{facts.description}</p>
            </>
          )}
        </div>
      </div>
    </div>
  );
}

/** Types of a group whose name, tags or description hold the words searched for; hits in the name first. */
function found(
  types: readonly ChartTypeFacts[],
  search: string,
  group: string | undefined,
): ChartTypeFacts[] {
  const words = search.toLowerCase().split(/\s+/).filter(Boolean);
  const rank = (type: ChartTypeFacts): number => {
    const fields = [type.name, type.tags.join(' '), type.description].map((each) => each.toLowerCase());
    const best = fields.findIndex((field) => words.every((word) => field.includes(word)));
    return best < 0 && words.every((word) => fields.join(' ').includes(word)) ? fields.length : best;
  };
  return types
    .filter((type) => group === undefined || (type.category ?? 'Other') === group)
    .map((type) => ({ type, rank: words.length === 0 ? 0 : rank(type) }))
    .filter((each) => each.rank >= 0)
    .sort((a, b) => a.rank - b.rank)
    .map((each) => each.type);
}
