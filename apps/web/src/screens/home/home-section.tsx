import { RightOutlined } from '@ant-design/icons';
import { Skeleton } from 'antd';
import { type ReactNode, useId } from 'react';
import { CardGrid } from '../../shared/cards/thing-card.tsx';
import { useRemembered } from '../../shared/use-remembered.ts';
import styles from './home.module.css';

/** Sections that are open until somebody closes them (contract/ui.md A3). */
const OPEN_AT_FIRST = ['dashboards', 'charts'];

/** Which sections of the page are open, in this browser. */
export function useOpenSections(): { isOpen: (name: string) => boolean; toggle: (name: string) => void } {
  const [kept, keep] = useRemembered('homepage_collapse_state');
  const open = namesIn(kept) ?? OPEN_AT_FIRST;
  return {
    isOpen: (name) => open.includes(name),
    toggle: (name) =>
      keep(JSON.stringify(open.includes(name) ? open.filter((each) => each !== name) : [...open, name])),
  };
}

function namesIn(text: string | null): string[] | undefined {
  try {
    const value: unknown = JSON.parse(text ?? 'null');
    return Array.isArray(value) ? value.map(String) : undefined;
  } catch {
    return undefined;
  }
}

export interface HomeSectionProps {
  title: string;
  isOpen: boolean;
  onToggle: () => void;
  /** Made only while the section is open. */
  children: () => ReactNode;
}

/** A part of the page that can be folded away. */
export function HomeSection({ title, isOpen, onToggle, children }: HomeSectionProps) {
  const id = useId();
  return (
    <section className={styles.section} aria-label={title}>
      <header>
        <h2>
          <button type="button" aria-expanded={isOpen} aria-controls={id} onClick={onToggle}>
            <RightOutlined aria-hidden /> {title}
          </button>
        </h2>
      </header>
      <div id={id}>{isOpen && children()}</div>
    </section>
  );
}

/** Shapes of five cards while they are on their way (contract/ui.md A3). */
const GHOSTS = ['a', 'b', 'c', 'd', 'e'];

export function SkeletonCards() {
  return (
    <CardGrid>
      {GHOSTS.map((ghost) => (
        <div key={ghost} className={styles.ghost}>
          <Skeleton active title={false} paragraph={{ rows: 2, width: ['70%', '40%'] }} />
        </div>
      ))}
    </CardGrid>
  );
}
