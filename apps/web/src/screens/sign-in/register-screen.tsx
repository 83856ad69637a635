import { type Registration, registrationApi } from '@chartroom/model';
import { Alert, Button, Form } from 'antd';
import { useState } from 'react';
import { api } from '../../api/api.ts';
import { errorText } from '../../api/client.ts';
import { registrationOpen } from '../../base/bootstrap.ts';
import { PasswordFields } from '../../shared/editor/password-fields.tsx';
import { PersonFields } from './person-fields.tsx';
import { SignInCard } from './sign-in-card.tsx';

/** `/register/`: an account for whom nobody has made one, where the installation allows it. */
export function RegisterScreen() {
  const [state, setState] = useState<{ busy?: boolean; problem?: string; mailed?: boolean }>({});
  if (!registrationOpen) {
    return (
      <SignInCard title="Registration is closed" lead="Accounts are made by administrators here.">
        <ToSignIn />
      </SignInCard>
    );
  }
  const submit = async ({ confirm: _, ...body }: Registration & { confirm: string }) => {
    setState({ busy: true });
    try {
      setState({ mailed: (await api(registrationApi.register, { body })).mailed });
    } catch (error) {
      setState({ problem: errorText(error) });
    }
  };
  if (state.mailed !== undefined) {
    const lead = state.mailed
      ? 'We have sent you a mail. Open the link in it, and your account is ready.'
      : 'An administrator lets you in. Sign in when they have.';
    return (
      <SignInCard title="Almost there" lead={lead}>
        <ToSignIn />
      </SignInCard>
    );
  }
  return (
    <SignInCard title="Register" lead="Fill in the form to ask for an account.">
      <Form layout="vertical" requiredMark={false} onFinish={submit} disabled={state.busy ?? false}>
        {state.problem && (
          <Alert type="error" showIcon title={state.problem} style={{ marginBottom: 16 }} role="alert" />
        )}
        <PersonFields />
        <PasswordFields />
        <Button type="primary" htmlType="submit" block loading={state.busy ?? false}>
          Register
        </Button>
        <Button type="link" block href="/login/" style={{ marginTop: 8 }}>
          I have an account
        </Button>
      </Form>
    </SignInCard>
  );
}

function ToSignIn() {
  return (
    <Button type="primary" block href="/login/">
      Sign in
    </Button>
  );
}
