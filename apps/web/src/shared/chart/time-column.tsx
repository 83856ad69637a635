import { SettingOutlined } from '@ant-design/icons';
import type { RecordColumn } from '@chartroom/ui';
import { DropMenu } from '@chartroom/ui';
import { Button } from 'antd';
import { momentText } from './moment-text.ts';

export interface TimeChoice {
  /** What moments written as such are called. */
  formatted: 'Formatted date' | 'Formatted value';
  isOriginal: boolean;
  change: (isOriginal: boolean) => void;
}

/** A column of moments, which are written as such or as they are stored. */
export function timeColumn(
  column: RecordColumn,
  { formatted, isOriginal, change }: TimeChoice,
): RecordColumn {
  const menu = {
    items: [
      { key: 'formatted', label: formatted, onClick: () => change(false) },
      { key: 'original', label: 'Original value', onClick: () => change(true) },
    ],
    selectable: true,
    selectedKeys: [isOriginal ? 'original' : 'formatted'],
  };
  return {
    ...column,
    format: (value) => (typeof value === 'number' && !isOriginal ? momentText(value) : String(value)),
    aside: (
      <>
        {column.aside}
        <DropMenu trigger={['click']} menu={menu}>
          <Button
            size="small"
            type="text"
            icon={<SettingOutlined aria-hidden />}
            aria-label={`Format of ${column.label}`}
          />
        </DropMenu>
      </>
    ),
  };
}
