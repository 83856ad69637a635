import { registrationApi } from '@chartroom/model';
import { useParams } from '@tanstack/react-router';
import { Button } from 'antd';
import { useState } from 'react';
import { api } from '../../api/api.ts';
import { errorText } from '../../api/client.ts';
import { SignInCard } from './sign-in-card.tsx';

/** `/register/activation/:hash`: where the mail leads. The click is a person's: programs that look into mails follow links, too. */
export function ActivationScreen() {
  const { hash } = useParams({ strict: false });
  const [state, setState] = useState<{ busy?: boolean; username?: string; problem?: string }>({});
  const activate = async () => {
    setState({ busy: true });
    try {
      const body = { registration_hash: hash ?? '' };
      const { result } = await api(registrationApi.confirm, { body });
      setState({ username: result.username });
    } catch (error) {
      setState({ problem: errorText(error) });
    }
  };
  if (state.username !== undefined) {
    return (
      <SignInCard
        title="Your account is ready"
        lead={`You are ${state.username} here. Sign in with the password that you have chosen.`}
      >
        <Button type="primary" block href="/login/">
          Sign in
        </Button>
      </SignInCard>
    );
  }
  if (state.problem !== undefined) {
    const gone = state.problem === 'Not found';
    return (
      <SignInCard
        title="This did not work"
        lead={
          gone
            ? 'This link is not valid any more: it works once, within a week. Register again.'
            : state.problem
        }
      >
        <Button type="primary" block href={gone ? '/register/' : '/login/'}>
          {gone ? 'Register' : 'Sign in'}
        </Button>
      </SignInCard>
    );
  }
  return (
    <SignInCard title="Confirm your account" lead="You have registered with this mail address.">
      <Button type="primary" block loading={state.busy ?? false} onClick={() => void activate()}>
        Activate my account
      </Button>
    </SignInCard>
  );
}
