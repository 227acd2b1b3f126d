import { mdiAccountOutline } from '@mdi/js'
import Button from '@mui/material/Button'
import { styled } from '@mui/material/styles'
import type { ChannelUser } from '@tablewire/contracts/channels/channel-objects'
import { channels } from '@tablewire/contracts/channels/channels'
import { useState } from 'react'
import { useForm } from 'react-hook-form'
import { keyOf, queryClient, useCall, useEndpoint } from '#src/api/query.ts'
import { ConfirmDialog } from '#src/kit/ConfirmDialog.tsx'
import { EmptyState } from '#src/kit/EmptyState.tsx'
import { ErrorState } from '#src/kit/ErrorState.tsx'
import { TextInput } from '#src/kit/form/Fields.tsx'
import { FormSection } from '#src/kit/form/FormSection.tsx'
import { useShowRefusal } from '#src/kit/form/use-show-refusal.ts'
import { formatInstant } from '#src/kit/format.ts'
import { Icon } from '#src/kit/Icon.tsx'
import { RowsSkeleton } from '#src/kit/Skeletons.tsx'
import { ListItem, ItemList } from '#src/kit/ItemList.tsx'
import { useT } from './use-t.ts'

const AddForm = styled('form')({
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'flex-start',
  gap: 10,
  marginBlockStart: 16,
  '& > :first-of-type': { flex: '1 1 220px' },
  '& > button': { marginBlockStart: 24 },
})

const nameOf = ({ firstName, lastName, email }: ChannelUser): string => `${firstName} ${lastName}`.trim() || email

/** CH2: people of the channel itself, bound to it by their account. */
export const ChannelUsers = ({ channelId }: { channelId: string }) => {
  const t = useT()
  const query = useEndpoint(channels.users, { params: { id: channelId } }, { staleTime: 0 })
  const refresh = (): void => void queryClient.invalidateQueries({ queryKey: keyOf(channels.users) })
  const form = useForm({ defaultValues: { email: '' } })
  const refuse = useShowRefusal<{ email: string }>(form.setError, ['email'])
  const add = useCall(channels.addUser, { onSettled: refresh, meta: { shown: true } })
  const remove = useCall(channels.removeUser, { onSettled: refresh })
  const [removing, setRemoving] = useState<ChannelUser>()
  const save = form.handleSubmit(({ email }) =>
    add.mutate(
      { params: { id: channelId }, body: { email: email.trim() } },
      {
        onSuccess: () => form.reset(),
        onError: refuse,
      },
    ),
  )
  return (
    <FormSection title={t('users.section')} hint={t('users.hint')}>
      {query.isPending ? <RowsSkeleton rows={2} /> : null}
      {query.isError ? <ErrorState error={query.error} onRetry={() => void query.refetch()} /> : null}
      {query.data?.length === 0 ? <EmptyState icon={mdiAccountOutline} title={t('users.none')} /> : null}
      {query.data?.length ? (
        <ItemList>
          {query.data.map((user) => (
            <ListItem
              key={user.id}
              icon={<Icon path={mdiAccountOutline} />}
              title={nameOf(user)}
              text={[
                user.email,
                t('users.since', { when: formatInstant(user.since) }),
                ...(user.disabled ? [t('users.disabled')] : []),
              ].join(' · ')}
              acts={
                <Button size="small" color="inherit" variant="outlined" onClick={() => setRemoving(user)}>
                  {t('users.remove')}
                </Button>
              }
            />
          ))}
        </ItemList>
      ) : null}
      <AddForm noValidate onSubmit={(event) => void save(event)}>
        <TextInput control={form.control} name="email" label={t('users.email')} type="email" required autoComplete="off" />
        <Button type="submit" variant="contained" loading={add.isPending}>
          {t('users.add')}
        </Button>
      </AddForm>
      <ConfirmDialog
        open={removing !== undefined}
        title={t('users.remove.title', { name: removing ? nameOf(removing) : '' })}
        confirmLabel={t('users.remove')}
        danger
        busy={remove.isPending}
        onClose={() => setRemoving(undefined)}
        onConfirm={() =>
          removing && remove.mutate({ params: { id: channelId, userId: removing.id } }, { onSettled: () => setRemoving(undefined) })
        }
      >
        {t('users.remove.text')}
      </ConfirmDialog>
    </FormSection>
  )
}
