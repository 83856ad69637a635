import { MoreOutlined } from '@ant-design/icons';
import type { Person } from '@chartroom/model';
import { DropMenu } from '@chartroom/ui';
import { Link } from '@tanstack/react-router';
import { Button, Checkbox, type MenuProps } from 'antd';
import type { ReactNode } from 'react';
import { Faces } from '../faces.tsx';
import styles from './cards.module.css';
import { type Certification, Certified } from './certified.tsx';
import { Thumbnail, type ThumbnailProps } from './thumbnail.tsx';

/** What a card says of a thing (contract/ui.md A5, cards). */
export interface CardFacts {
  title: string;
  to: string;
  /** e.g. 'Modified 2 days ago'. */
  note: string;
  picture?: ThumbnailProps;
  /** Of the kind of thing, where cards carry no picture. */
  icon?: ReactNode;
  certification?: Certification;
  /** Shown with a picture only. */
  owners?: readonly Person[];
  /** The dataset of a chart, whether a dashboard is published. */
  label?: ReactNode;
}

export interface ThingCardProps {
  facts: CardFacts;
  star?: ReactNode;
  menu?: MenuProps['items'];
  /** While several are chosen: whether this one is, and what a click does. */
  choice?: { chosen: boolean; toggle: () => void } | undefined;
}

/** A thing as a card that leads to it; while several are chosen, a click anywhere on it chooses. */
export function ThingCard({ facts, star, menu = [], choice }: ThingCardProps) {
  const { title, to, note, picture, icon, certification, owners = [], label } = facts;
  return (
    <article
      className={styles.card}
      aria-label={title}
      data-chosen={choice?.chosen}
      onClickCapture={(event) => {
        // The box chooses by itself.
        if (!choice || (event.target instanceof Element && event.target.closest('label'))) return;
        event.preventDefault();
        event.stopPropagation();
        choice.toggle();
      }}
    >
      {choice && (
        <Checkbox
          className={styles.box ?? ''}
          aria-label={`Choose ${title}`}
          checked={choice.chosen}
          onChange={() => choice.toggle()}
        />
      )}
      {picture && (
        <Link to={to} tabIndex={-1} aria-hidden="true">
          <Thumbnail {...picture} />
        </Link>
      )}
      <div className={styles.words}>
        {icon && (
          <span className={styles.icon} aria-hidden="true">
            {icon}
          </span>
        )}
        <div className={styles.name}>
          <span className={styles.line}>
            <Link to={to} className={styles.title} title={title}>
              {certification && <Certified {...certification} />}
              {title}
            </Link>
            <span className={styles.tools}>
              {star}
              {menu.length > 0 && (
                <DropMenu trigger={['click']} menu={{ items: menu }}>
                  <Button
                    type="text"
                    size="small"
                    icon={<MoreOutlined aria-hidden />}
                    aria-label={`More options of ${title}`}
                  />
                </DropMenu>
              )}
            </span>
          </span>
          <span className={styles.line}>
            <span className={styles.note}>{note}</span>
            {!picture && label && <span className={styles.label}>{label}</span>}
          </span>
        </div>
      </div>
      {picture && (owners.length > 0 || label) && (
        <div className={styles.foot}>
          <Faces people={owners} />
          <span className={styles.label}>{label}</span>
        </div>
      )}
    </article>
  );
}

/** Cards side by side. */
export function CardGrid({ children }: { children: ReactNode }) {
  return <div className={styles.grid}>{children}</div>;
}
