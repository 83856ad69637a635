import { Switch } from 'antd';
import { bootstrap, may } from '../../base/bootstrap.ts';
import { useRemembered } from '../../shared/use-remembered.ts';
import { DropZone } from './drop-zone.tsx';
import { ExamplesNotice } from './examples-notice.tsx';
import styles from './home.module.css';
import { HomeSection, useOpenSections } from './home-section.tsx';
import { Recents } from './recents.tsx';
import { HomeCharts, HomeDashboards, HomeQueries } from './things.tsx';

/** `/superset/welcome/`: the file drop, what one looked at, what one made (contract/ui.md A3). */
export function HomeScreen() {
  const [pictures, setPictures] = usePictures();
  const { isOpen, toggle } = useOpenSections();
  const sections = [
    { name: 'recents', title: 'Recents', shown: true, body: () => <Recents /> },
    {
      name: 'dashboards',
      title: 'Dashboards',
      shown: may('can_read', 'Dashboard'),
      body: () => <HomeDashboards pictures={pictures} />,
    },
    {
      name: 'charts',
      title: 'Charts',
      shown: may('can_read', 'Chart'),
      body: () => <HomeCharts pictures={pictures} />,
    },
    {
      name: 'queries',
      title: 'Saved queries',
      shown: may('can_read', 'SavedQuery'),
      body: () => <HomeQueries />,
    },
  ];
  return (
    <div className={styles.page}>
      <h1 className="visually-hidden">Home</h1>
      {may('can_upload', 'Database') && <DropZone />}
      <ExamplesNotice />
      {bootstrap.conf.THUMBNAILS === true && (
        <div className={styles.head}>
          <label htmlFor="home-thumbnails">Thumbnails</label>
          <Switch id="home-thumbnails" size="small" checked={pictures} onChange={setPictures} />
        </div>
      )}
      {sections
        .filter(({ shown }) => shown)
        .map(({ name, title, body }) => (
          <HomeSection key={name} title={title} isOpen={isOpen(name)} onToggle={() => toggle(name)}>
            {body}
          </HomeSection>
        ))}
    </div>
  );
}

/** Whether cards carry pictures: where such are taken, until the person turns them off in this browser. */
function usePictures(): [boolean, (on: boolean) => void] {
  const [kept, keep] = useRemembered(String(bootstrap.user?.userId ?? 0));
  const isOff = kept !== null && /"thumbnails":\s*false/.test(kept);
  return [bootstrap.conf.THUMBNAILS === true && !isOff, (thumbnails) => keep(JSON.stringify({ thumbnails }))];
}
