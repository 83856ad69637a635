import { Form, Input, InputNumber, Radio, Switch } from 'antd';

const at = (name: string) => ['tunnel', name];
const needed = (label: string) => [{ required: true, whitespace: true, message: `${label} is required` }];

/** The section 'SSH Tunnel' (contract/ui.md G1). */
export function TunnelFields() {
  const isOn = Form.useWatch(at('on')) === true;
  return (
    <>
      <Form.Item
        name={at('on')}
        label="SSH Tunnel"
        valuePropName="checked"
        extra="Reach the database through an SSH server, as that server sees it."
      >
        <Switch />
      </Form.Item>
      {isOn && <ServerFields />}
    </>
  );
}

function ServerFields() {
  const isByKey = Form.useWatch(at('login')) === 'private_key';
  return (
    <>
      <Form.Item name={at('server_address')} label="SSH Host" rules={needed('SSH Host')}>
        <Input placeholder="e.g. bastion.example.org" autoComplete="off" />
      </Form.Item>
      <Form.Item
        name={at('server_port')}
        label="SSH Port"
        rules={[{ required: true, message: 'SSH Port is required' }]}
      >
        <InputNumber min={1} max={65_535} precision={0} style={{ width: '100%' }} />
      </Form.Item>
      <Form.Item name={at('username')} label="SSH Username" rules={needed('SSH Username')}>
        <Input autoComplete="off" />
      </Form.Item>
      <Form.Item name={at('login')} label="Login with">
        <Radio.Group
          options={[
            { value: 'password', label: 'Password' },
            { value: 'private_key', label: 'Private Key & Password' },
          ]}
        />
      </Form.Item>
      {isByKey ? (
        <>
          <Form.Item name={at('private_key')} label="Private Key" rules={needed('Private Key')}>
            <Input.TextArea
              rows={4}
              placeholder="-----BEGIN OPENSSH PRIVATE KEY-----"
              autoComplete="off"
              spellCheck={false}
            />
          </Form.Item>
          <Form.Item
            name={at('private_key_password')}
            label="Private Key Password"
            extra="Empty where the key has none."
          >
            <Input.Password autoComplete="new-password" />
          </Form.Item>
        </>
      ) : (
        <Form.Item name={at('password')} label="SSH Password" rules={needed('SSH Password')}>
          <Input.Password autoComplete="new-password" />
        </Form.Item>
      )}
    </>
  );
}
