import { type FirstAdministrator, signInApi } from '@chartroom/model';
import { Alert, Button, Form, Input } from 'antd';
import { useState } from 'react';
import { api } from '../../api/api.ts';
import { errorText } from '../../api/client.ts';
import { bootstrap } from '../../base/bootstrap.ts';
import { PersonFields } from './person-fields.tsx';
import { SignInCard } from './sign-in-card.tsx';

/** `/first-run?token=…`: the first administrator of a new installation. */
export function FirstRunScreen() {
  const token = new URLSearchParams(window.location.search).get('token') ?? '';
  const [problem, setProblem] = useState<string>();
  const [busy, setBusy] = useState(false);
  if (!bootstrap.first_run) return <AlreadySetUp />;
  const submit = async (given: FirstAdministrator) => {
    setBusy(true);
    setProblem(undefined);
    try {
      await api(signInApi.firstRun, { body: { token, ...given } });
      window.location.assign('/superset/welcome/');
    } catch (error) {
      setProblem(errorText(error));
      setBusy(false);
    }
  };
  return (
    <SignInCard
      title="Welcome to Chartroom"
      lead="Create the administrator of this installation. Nobody else can, until you have."
    >
      {!token && (
        <Alert
          type="warning"
          showIcon
          title="Open the address that the console printed: it carries the one-time token."
          style={{ marginBottom: 16 }}
        />
      )}
      <Form
        layout="vertical"
        requiredMark={false}
        onFinish={submit}
        disabled={busy || !token}
        initialValues={{ username: 'admin' }}
      >
        {problem && <Alert type="error" showIcon title={problem} style={{ marginBottom: 16 }} role="alert" />}
        <PersonFields />
        <Form.Item
          name="password"
          label="Password"
          extra="At least 8 characters."
          rules={[{ required: true, min: 8, message: 'At least 8 characters' }]}
        >
          <Input.Password autoComplete="new-password" />
        </Form.Item>
        <Button type="primary" htmlType="submit" block loading={busy}>
          Create administrator
        </Button>
      </Form>
    </SignInCard>
  );
}

function AlreadySetUp() {
  return (
    <SignInCard
      title="Already set up"
      lead="This installation has an administrator. Sign in with an account of yours."
    >
      <Button type="primary" block href="/login/">
        Sign in
      </Button>
    </SignInCard>
  );
}
