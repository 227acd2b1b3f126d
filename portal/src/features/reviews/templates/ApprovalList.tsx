import { mdiStorefrontOutline } from '@mdi/js'
import { type ReplyApproval, reviewReplies } from '@tablewire/contracts/reviews/replies'
import { keepRows, queryClient, useCall, useEndpoint } from '#src/api/query.ts'
import { EmptyState } from '#src/kit/EmptyState.tsx'
import { ErrorState } from '#src/kit/ErrorState.tsx'
import { Icon } from '#src/kit/Icon.tsx'
import { ItemList, ListItem } from '#src/kit/ItemList.tsx'
import { ListBar } from '#src/kit/list/ListBar.tsx'
import { RowsSkeleton } from '#src/kit/Skeletons.tsx'
import { TextField } from '#src/kit/TextField.tsx'
import { toast } from '#src/kit/toasts.ts'
import { useUrlSearch } from '#src/kit/url-search.ts'
import { useT } from '../use-t.ts'

const shownAtMost = 200
const choices = ['never', 'low', 'always'] as const satisfies readonly ReplyApproval[]

/** Which venues want somebody to look at a reply before it goes out. */
export const ApprovalList = () => {
  const t = useT()
  const [{ q = '' }, setSearch] = useUrlSearch()
  const query = { limit: shownAtMost, ...(q ? { filters: { search: q } } : {}) }
  const { data, error, refetch } = useEndpoint(reviewReplies.settings, { query }, keepRows)
  const set = useCall(reviewReplies.setApproval, {
    onSuccess: ({ name }) => toast.success(t('approval.saved', { name })),
    onSettled: () => void queryClient.invalidateQueries({ queryKey: ['reviewReplies'] }),
  })
  if (error && !data) return <ErrorState error={error} onRetry={() => void refetch()} />
  return (
    <>
      <ListBar search={{ label: t('approval.search'), value: q, onChange: (text) => setSearch({ q: text }) }} total={data?.total} />
      {data ? null : <RowsSkeleton />}
      {data?.total === 0 ? <EmptyState icon={mdiStorefrontOutline} title={t('approval.none')} hint="" /> : null}
      {data && data.total > 0 ? (
        <ItemList aria-label={t('approval.tab')}>
          {data.data.map(({ id, name, approval }) => (
            <ListItem
              key={id}
              icon={<Icon path={mdiStorefrontOutline} />}
              title={name}
              acts={
                <TextField
                  select
                  size="small"
                  value={approval}
                  disabled={set.isPending && set.variables.params.id === id}
                  onChange={({ target }) => set.mutate({ params: { id }, body: { approval: target.value as ReplyApproval } })}
                  slotProps={{ htmlInput: { 'aria-label': t('approval.of', { name }) } }}
                >
                  {choices.map((one) => (
                    <option key={one} value={one}>
                      {t(`approval.${one}`)}
                    </option>
                  ))}
                </TextField>
              }
            />
          ))}
        </ItemList>
      ) : null}
      {data && data.total > data.data.length ? <p>{t('template.tooMany', { count: data.total - data.data.length })}</p> : null}
    </>
  )
}
