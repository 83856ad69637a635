import { DisconnectOutlined, LinkOutlined } from '@ant-design/icons';
import { accountApi, type UserRow } from '@chartroom/model';
import { copyText } from '@chartroom/ui';
import { Modal } from 'antd';
import { api } from '../../api/api.ts';
import { errorText } from '../../api/client.ts';
import { toast } from '../../base/toasts.tsx';
import { RowButton } from '../../shared/list-view/row-button.tsx';

/** What an administrator can do about somebody's ways in: a link that sets a password, and signing out everywhere. */
export function AccessButtons({ user }: { user: UserRow }) {
  const [modal, question] = Modal.useModal();
  const params = { pk: user.id };
  const makeLink = async () => {
    try {
      const { url } = await api(accountApi.makePasswordLink, { params });
      const copied = await copyText(url).then(
        () => true,
        // The link stands there to be copied by hand.
        () => false,
      );
      modal.info({
        title: `A link for ${user.username} to set a password`,
        content: (
          <>
            <p>
              Give it to them yourself: it works once, for 24 hours.
              {copied && ' It is copied to your clipboard.'}
            </p>
            <code style={{ overflowWrap: 'anywhere' }}>{url}</code>
          </>
        ),
      });
    } catch (error) {
      toast.error(`No link was made: ${errorText(error)}`);
    }
  };
  const signOut = () =>
    modal.confirm({
      title: `Sign ${user.username} out everywhere?`,
      content: 'Their sessions end and their tokens are void. They can sign in again.',
      okText: 'Sign out',
      okButtonProps: { danger: true },
      onOk: async () => {
        try {
          await api(accountApi.endSessionsOf, { params });
          toast.success(`${user.username} is signed out everywhere`);
        } catch (error) {
          toast.error(`They were not signed out: ${errorText(error)}`);
        }
      },
    });
  return (
    <>
      {question}
      <RowButton
        icon={<LinkOutlined aria-hidden />}
        label="Password link"
        name={user.username}
        onClick={() => void makeLink()}
      />
      <RowButton
        icon={<DisconnectOutlined aria-hidden />}
        label="Sign out"
        name={user.username}
        onClick={() => void signOut()}
      />
    </>
  );
}
