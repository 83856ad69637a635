import { useNavigate } from '@tanstack/react-router';
import { FileZone } from '../../shared/file-upload/file-zone.tsx';

/** Drop files, see how they are read, get a chart: each becomes a table and a dataset; Explore opens on the first. */
export function DropZone() {
  const navigate = useNavigate();
  return (
    <FileZone
      label="Add a file"
      title="Drop CSV, Parquet or Excel files here"
      text="Each becomes a table and a dataset, and the first a chart."
      onMade={([first]) => first && void navigate({ to: first.explore_url })}
    />
  );
}
