import { mdiAccountOutline, mdiAccountPlusOutline } from '@mdi/js'
import Button from '@mui/material/Button'
import { type SystemUser, systems } from '@tablewire/contracts/rms/systems'
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
import { Tag } from '#src/kit/Tag.tsx'
import { ListItem, ItemList } from '#src/kit/ItemList.tsx'
import { toast } from '#src/kit/toasts.ts'
import { useT } from './use-t.ts'

const fullName = ({ firstName, lastName }: SystemUser): string => `${firstName} ${lastName}`

/** Customer Agents of the system: they see its venues and no others. */
export const PeopleTab = ({ id }: { id: string }) => {
  const t = useT()
  const query = useEndpoint(systems.users, { params: { id }, query: { limit: 200 } as never })
  const add = useCall(systems.addUser, { meta: { shown: true } })
  const remove = useCall(systems.removeUser)
  const [leaving, setLeaving] = useState<SystemUser>()
  const { control, handleSubmit, reset, setError } = useForm({ defaultValues: { email: '' } })
  const refuse = useShowRefusal<{ email: string }>(setError, ['email'])
  const refresh = () => queryClient.invalidateQueries({ queryKey: keyOf(systems.users) })
  const submit = handleSubmit(async ({ email }) => {
    try {
      const user = await add.mutateAsync({ params: { id }, body: { email: email.trim() } })
      reset()
      toast.success(t('people.added', { name: fullName(user) }))
      await refresh()
    } catch (error) {
      refuse(error)
    }
  })
  const people = query.data?.data
  return (
    <FormSection title={t('people.title')} hint={t('people.hint')}>
      {query.isError ? <ErrorState error={query.error} onRetry={() => void query.refetch()} /> : null}
      {query.isPending ? <RowsSkeleton rows={2} /> : null}
      {people?.length === 0 ? <EmptyState icon={mdiAccountOutline} title={t('people.none')} /> : null}
      {people && people.length > 0 ? (
        <ItemList aria-label={t('people.title')}>
          {people.map((user) => (
            <ListItem
              key={user.id}
              icon={<Icon path={mdiAccountOutline} />}
              title={
                <>
                  {fullName(user)}
                  {user.disabled ? <Tag tone="neutral">{t('people.disabled')}</Tag> : null}
                </>
              }
              text={`${user.email} · ${t('people.since', { at: formatInstant(user.createdAt) })}`}
              acts={
                <Button
                  size="small"
                  color="inherit"
                  aria-label={`${t('people.remove')}: ${fullName(user)}`}
                  onClick={() => setLeaving(user)}
                >
                  {t('people.remove')}
                </Button>
              }
            />
          ))}
        </ItemList>
      ) : null}
      <form noValidate onSubmit={(event) => void submit(event)} style={{ display: 'grid', gap: 14, marginTop: 22, justifyItems: 'start' }}>
        <TextInput
          control={control}
          name="email"
          type="email"
          label={t('people.email')}
          hint={t('people.emailHint')}
          required
          autoComplete="off"
        />
        <Button type="submit" variant="contained" loading={add.isPending} startIcon={<Icon path={mdiAccountPlusOutline} size={18} />}>
          {t('people.add')}
        </Button>
      </form>
      <ConfirmDialog
        open={leaving !== undefined}
        title={t('people.remove.title', { name: leaving ? fullName(leaving) : '' })}
        confirmLabel={t('people.remove')}
        danger
        busy={remove.isPending}
        onClose={() => setLeaving(undefined)}
        onConfirm={() =>
          leaving &&
          remove.mutate(
            { params: { id, userId: leaving.id } },
            {
              onSuccess: () => {
                toast.success(t('people.removed', { name: fullName(leaving) }))
                void refresh()
              },
              onSettled: () => setLeaving(undefined),
            },
          )
        }
      >
        {t('people.remove.text')}
      </ConfirmDialog>
    </FormSection>
  )
}
