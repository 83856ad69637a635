import { SearchOutlined } from '@ant-design/icons';
import { CHART_TYPES, chartType, chartTypes, type DescribedType, describedTypes } from '@chartroom/charts';
import { ErrorAlert } from '@chartroom/ui';
import { useQueries, useQuery } from '@tanstack/react-query';
import { Input, Skeleton, Tag } from 'antd';
import { useState } from 'react';
import { errorsOf } from '../../api/client.ts';
import { Dialog } from '../dialog.tsx';
import styles from './gallery.module.css';
import { isOffered } from './offered-types.ts';
import { TypePicture } from './type-picture.tsx';

/** Chooses a chart type by category, tag or search; a double click takes it. */
export function VizGallery({
  current,
  suited,
  onChoose,
  onClose,
}: {
  current: string;
  /** Types that tell what is being asked, the best first. */
  suited?: readonly string[];
  onChoose: (key: string) => void;
  onClose: () => void;
}) {
  const [chosen, setChosen] = useState(current);
  return (
    <Dialog
      width={1090}
      title="Select a visualization type"
      okText="Select"
      okButtonProps={{ disabled: chartType(chosen) === undefined }}
      onOk={() => onChoose(chosen)}
      onCancel={onClose}
    >
      <GalleryBody chosen={chosen} suited={suited ?? []} searches onChosen={setChosen} onTake={onChoose} />
    </Dialog>
  );
}

/** Tags that say nothing of what a chart shows (contract/ui.md D5). */
const UNTOLD_TAGS = new Set(['Featured', 'ECharts', 'Advanced-Analytics']);

/** What narrows the gallery: the charts that are used most, a category, or a tag. */
interface Group {
  kind: 'featured' | 'category' | 'tag';
  name: string;
}

interface GalleryBodyProps {
  chosen: string | undefined;
  suited?: readonly string[];
  /** Whether its search takes the focus. */
  searches?: boolean;
  onChosen: (key: string) => void;
  onTake: (key: string) => void;
}

/** The gallery itself, as soon as what it says of each type is here. */
export function GalleryBody(props: GalleryBodyProps) {
  const own = useQuery({
    queryKey: ['described chart types'],
    queryFn: () => describedTypes(CHART_TYPES),
    staleTime: Number.POSITIVE_INFINITY,
  });
  // Nobody waits for the code of somebody else.
  const others = useQueries({
    queries: chartTypes()
      .filter(({ isPlugin }) => isPlugin)
      .map((type) => ({
        queryKey: ['described chart types', type.key],
        queryFn: () => describedTypes([type]),
      })),
  });
  if (own.isError) return <ErrorAlert errors={errorsOf(own.error)} />;
  if (!own.data) return <Skeleton active />;
  return <Described {...props} types={[...own.data, ...others.flatMap(({ data }) => data ?? [])]} />;
}

/** Groups, search, tiles and what the chosen type is good for. */
function Described({
  types,
  chosen,
  suited = [],
  searches = false,
  onChosen,
  onTake,
}: GalleryBodyProps & { types: readonly DescribedType[] }) {
  const offered = types.filter(isOffered);
  const [search, setSearch] = useState('');
  const [group, setGroup] = useState<Group>();
  const shown = found(offered, search, group);
  const facts = types.find((type) => type.key === chosen);
  const fitting = suited.flatMap((key) => offered.find((type) => type.key === key) ?? []);
  const tiles = (shown: readonly DescribedType[]) =>
    shown.map((type) => (
      <Tile key={type.key} type={type} chosen={chosen} onChosen={onChosen} onTake={onTake} />
    ));
  return (
    <div className={styles.gallery}>
      <Groups types={offered} group={group} onChange={setGroup} />
      <div className={styles.right}>
        <Input
          allowClear
          prefix={<SearchOutlined aria-hidden />}
          aria-label="Search all charts"
          placeholder="Search all charts"
          autoFocus={searches}
          value={search}
          onPressEnter={(event) => {
            const [first] = shown;
            // What has the focus after the dialog is not to be pressed by the same key.
            event.preventDefault();
            if (search === '' || !first) return;
            if (first.key === chosen) onTake(first.key);
            else onChosen(first.key);
          }}
          onChange={(event) => setSearch(event.target.value)}
        />
        {fitting.length > 0 && search === '' && group === undefined && (
          <section aria-label="Suited to this data">
            <h3 className={styles.groupsTitle}>Suited to this data</h3>
            <div className={styles.suited}>{tiles(fitting)}</div>
          </section>
        )}
        <div className={styles.tiles}>
          {tiles(shown)}
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

interface TileProps {
  type: DescribedType;
  chosen: string | undefined;
  onChosen: (key: string) => void;
  onTake: (key: string) => void;
}

function Tile({ type, chosen, onChosen, onTake }: TileProps) {
  return (
    <button
      type="button"
      className={styles.tile}
      aria-pressed={type.key === chosen}
      onClick={() => onChosen(type.key)}
      onDoubleClick={() => onTake(type.key)}
      onKeyDown={(event) => {
        // As a second click takes what the first one has chosen.
        if (event.key !== 'Enter' || type.key !== chosen) return;
        event.preventDefault();
        onTake(type.key);
      }}
    >
      <TypePicture markup={type.thumbnail} />
      <span>{type.name}</span>
    </button>
  );
}

/** All charts, those that are used most, and what narrows them further. */
function Groups({
  types,
  group,
  onChange,
}: {
  types: readonly DescribedType[];
  group: Group | undefined;
  onChange: (group?: Group) => void;
}) {
  const categories = [...new Set(types.map((type) => type.category ?? 'Other'))].sort(lastOther);
  const tags = [...new Set(types.flatMap((type) => type.tags))].filter((tag) => !UNTOLD_TAGS.has(tag));
  const entry = (kind: Group['kind'], name: string) => (
    <button
      key={name}
      type="button"
      aria-pressed={group?.kind === kind && group.name === name}
      onClick={() => onChange({ kind, name })}
    >
      {name}
    </button>
  );
  return (
    <nav className={styles.groups} aria-label="Chart categories">
      <button type="button" aria-pressed={group === undefined} onClick={() => onChange()}>
        All charts
      </button>
      {entry('featured', 'Featured')}
      <details open>
        <summary className={styles.groupsTitle}>Category</summary>
        {categories.map((name) => entry('category', name))}
      </details>
      <details>
        <summary className={styles.groupsTitle}>Tags</summary>
        {tags.sort().map((name) => entry('tag', name))}
      </details>
    </nav>
  );
}

function lastOther(one: string, other: string): number {
  if (one === 'Other') return 1;
  return other === 'Other' ? -1 : one.localeCompare(other);
}

function belongs(type: DescribedType, group: Group | undefined): boolean {
  if (group === undefined) return true;
  if (group.kind === 'category') return (type.category ?? 'Other') === group.name;
  return type.tags.includes(group.name);
}

/** Types of a group whose name, tags or description hold the words searched for; hits in the name first. */
function found(types: readonly DescribedType[], search: string, group: Group | undefined): DescribedType[] {
  const words = search.toLowerCase().split(/\s+/).filter(Boolean);
  const rank = (type: DescribedType): number => {
    const fields = [type.name, type.tags.join(' '), type.description].map((each) => each.toLowerCase());
    const best = fields.findIndex((field) => words.every((word) => field.includes(word)));
    return best < 0 && words.every((word) => fields.join(' ').includes(word)) ? fields.length : best;
  };
  return types
    .filter((type) => belongs(type, group))
    .map((type) => ({ type, rank: words.length === 0 ? 0 : rank(type) }))
    .filter((each) => each.rank >= 0)
    .sort((a, b) => a.rank - b.rank)
    .map((each) => each.type);
}
