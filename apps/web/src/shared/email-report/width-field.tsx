import { Form, InputNumber } from 'antd';

/** Pixels that a picture may be wide (contract/ui.md H1). */
const [LEAST, MOST] = [600, 2400];

/** How wide the picture of a report is. */
export function WidthField() {
  return (
    <Form.Item
      name="custom_width"
      label="Screenshot width"
      rules={[
        {
          type: 'number',
          min: LEAST,
          max: MOST,
          message: `Screenshot width must be between ${LEAST}px and ${MOST}px`,
        },
      ]}
    >
      <InputNumber precision={0} placeholder="Input custom width in pixels" style={{ width: '100%' }} />
    </Form.Item>
  );
}
