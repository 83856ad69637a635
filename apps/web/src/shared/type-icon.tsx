import { CalendarOutlined, FieldStringOutlined, NumberOutlined, SwitcherOutlined } from '@ant-design/icons';
import { GenericType } from '@chartroom/model';

/** The kind of a column's values as a sign. */
export function TypeIcon({ type }: { type: GenericType | null | undefined }) {
  if (type === GenericType.TEMPORAL) return <CalendarOutlined aria-hidden />;
  if (type === GenericType.NUMERIC) return <NumberOutlined aria-hidden />;
  if (type === GenericType.BOOLEAN) return <SwitcherOutlined aria-hidden />;
  return <FieldStringOutlined aria-hidden />;
}
