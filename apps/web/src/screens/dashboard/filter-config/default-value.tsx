import { ReloadOutlined } from '@ant-design/icons';
import { hasDefault, isNeeded } from '@chartroom/model';
import { Hint } from '@chartroom/ui';
import { Button, Checkbox } from 'antd';
import { queryClient } from '../../../api/query-client.ts';
import { BoardFilterValue } from '../filter-field.tsx';
import { Problem } from './field.tsx';
import styles from './filter-config.module.css';
import { NO_VALUE, type PartProps } from './part-props.ts';

/** What a filter says when the dashboard is opened. */
export function DefaultValue({ filter, problems, wishes, onWish, onChange }: PartProps) {
  const type = filter.filterType ?? 'filter_select';
  const [target] = filter.targets ?? [];
  const isReady =
    type === 'filter_time' ||
    (target?.datasetId !== undefined &&
      (target.column !== undefined || type === 'filter_timecolumn' || type === 'filter_timegrain'));
  const takesFirst = filter.controlValues?.defaultToFirstItem === true;
  const isForced = isNeeded(filter);
  const isOn = !takesFirst && (isForced || (wishes.default ?? hasDefault(filter)));
  const turn = (isWanted: boolean) => {
    onWish({ ...wishes, default: isWanted });
    if (!isWanted) onChange({ ...filter, defaultDataMask: NO_VALUE });
  };
  return (
    <div className={styles.field}>
      <Checkbox
        checked={isOn}
        disabled={takesFirst || isForced}
        onChange={({ target: { checked } }) => turn(checked)}
      >
        Filter has default value
      </Checkbox>
      {isOn && isReady && (
        <fieldset className={styles.default} aria-label="Default value">
          <div>
            <BoardFilterValue
              filter={filter}
              mask={filter.defaultDataMask}
              parents={{}}
              onChange={(defaultDataMask) => onChange({ ...filter, defaultDataMask })}
            />
          </div>
          {(type === 'filter_select' || type === 'filter_range') && (
            <Hint title="Refresh the default values">
              <Button
                type="text"
                size="small"
                icon={<ReloadOutlined aria-hidden />}
                aria-label="Refresh the default values"
                onClick={() => void queryClient.invalidateQueries({ queryKey: ['filter-values', filter.id] })}
              />
            </Hint>
          )}
        </fieldset>
      )}
      {isOn && !isReady && <div className={styles.hint}>Choose the dataset and the column first.</div>}
      <Problem text={problems.default} />
    </div>
  );
}
