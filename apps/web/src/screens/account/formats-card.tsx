import { numberFormatter, timeFormatter } from '@chartroom/charts';
import { Card, Form, Select } from 'antd';
import { bootstrap } from '../../base/bootstrap.ts';
import { formatLanguages, useFormats } from '../../base/formats.ts';

const INSTALLATION = '';
const EXAMPLE_NUMBER = 1_234_567.89;
const EXAMPLE_DAY = Date.UTC(2024, 2, 14);

/** In the way of which language numbers and dates are written in this browser. */
export function FormatsCard() {
  const { chosen, choose, formats } = useFormats();
  const languages = formatLanguages();
  const own = languages.find(({ language }) => language === bootstrap.formats.language);
  return (
    <Card title="Number and date formats" size="small">
      <Form layout="vertical">
        <Form.Item
          label="Formats"
          htmlFor="formats"
          extra={`${numberFormatter(',.2f', formats)(EXAMPLE_NUMBER)} · ${timeFormatter('%A, %x · %B', formats)(EXAMPLE_DAY)}. Kept in this browser; the words of the pages stay English.`}
        >
          <Select
            id="formats"
            showSearch={{ optionFilterProp: 'label' }}
            value={chosen ?? INSTALLATION}
            onChange={(language) => choose(language === INSTALLATION ? undefined : language)}
            options={[
              { value: INSTALLATION, label: `As the installation has them (${own?.name})` },
              ...languages.map(({ language, name }) => ({ value: language, label: name })),
            ]}
          />
        </Form.Item>
      </Form>
    </Card>
  );
}
