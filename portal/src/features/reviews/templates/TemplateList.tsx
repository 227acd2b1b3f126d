import { mdiPencilOutline, mdiPlus, mdiTextBoxOutline } from '@mdi/js'
import Button from '@mui/material/Button'
import { type ReplyTemplate, replyTemplates } from '@tablewire/contracts/reviews/reply-templates'
import { useState } from 'react'
import { keepRows, queryClient, useCall, useEndpoint } from '#src/api/query.ts'
import { EmptyState } from '#src/kit/EmptyState.tsx'
import { ErrorState } from '#src/kit/ErrorState.tsx'
import { DeleteButton } from '#src/kit/form/DeleteButton.tsx'
import { languageName } from '#src/kit/format.ts'
import { Icon } from '#src/kit/Icon.tsx'
import { ItemList, ListItem } from '#src/kit/ItemList.tsx'
import { ListBar } from '#src/kit/list/ListBar.tsx'
import { RowsSkeleton } from '#src/kit/Skeletons.tsx'
import { Tag } from '#src/kit/Tag.tsx'
import { useUrlSearch } from '#src/kit/url-search.ts'
import { useT } from '../use-t.ts'
import { TemplateDialog } from './TemplateDialog.tsx'

/** Nobody reads on; whoever has more finds by name. */
const shownAtMost = 200

const Acts = ({ template, onEdit }: { template: ReplyTemplate; onEdit: () => void }) => {
  const t = useT()
  const { id, name } = template
  const remove = useCall(replyTemplates.delete)
  return (
    <>
      <Button
        color="inherit"
        startIcon={<Icon path={mdiPencilOutline} size={18} />}
        aria-label={t('template.edit.of', { name })}
        onClick={onEdit}
      >
        {t('template.edit')}
      </Button>
      <DeleteButton
        name={name}
        goes={t('template.goes')}
        busy={remove.isPending}
        onDelete={(then) => remove.mutate({ params: { id } }, then)}
        onDeleted={() => void queryClient.invalidateQueries({ queryKey: ['replyTemplates'] })}
      />
    </>
  )
}

const useWords = () => {
  const t = useT()
  return ({ stars, language, variants, venues, companyName, brandName, mine }: ReplyTemplate): string =>
    [
      languageName(language),
      stars.length === 0 ? t('template.anyStars') : t('template.stars.of', { stars: stars.join(', ') }),
      t('template.variants.count', { count: variants.length }),
      venues.length > 0 ? venues.map(({ name }) => name).join(', ') : (companyName ?? brandName ?? t('template.everywhere')),
      mine ? '' : t('template.foreign'),
    ]
      .filter(Boolean)
      .join(' · ')
}

type RowsProps = { templates: readonly ReplyTemplate[]; onEdit: (template: ReplyTemplate) => void }
const Rows = ({ templates, onEdit }: RowsProps) => {
  const t = useT()
  const inWords = useWords()
  return (
    <ItemList aria-label={t('templates')}>
      {templates.map((template) => (
        <ListItem
          key={template.id}
          icon={<Icon path={mdiTextBoxOutline} />}
          title={
            <>
              {template.name}
              {template.mine ? null : <Tag tone="neutral">{t('template.readOnly')}</Tag>}
            </>
          }
          text={inWords(template)}
          acts={template.mine ? <Acts template={template} onEdit={() => onEdit(template)} /> : null}
        />
      ))}
    </ItemList>
  )
}

/** Too many to be shown: how many are not. */
const Hidden = ({ data }: { data: { data: readonly unknown[]; total: number } | undefined }) => {
  const t = useT()
  const count = data ? data.total - data.data.length : 0
  return count > 0 ? <p>{t('template.tooMany', { count })}</p> : null
}

/** The templates that serve one's venues; those of the platform are only read. */
export const TemplateList = () => {
  const t = useT()
  const [{ q = '' }, setSearch] = useUrlSearch()
  const [edited, setEdited] = useState<ReplyTemplate | 'new'>()
  const query = { limit: shownAtMost, ...(q ? { filters: { search: q } } : {}) }
  const { data, error, refetch } = useEndpoint(replyTemplates.list, { query }, keepRows)
  if (error && !data) return <ErrorState error={error} onRetry={() => void refetch()} />
  return (
    <>
      <ListBar
        search={{ label: t('template.search'), value: q, onChange: (text) => setSearch({ q: text }) }}
        total={data?.total}
        actions={
          <Button variant="contained" startIcon={<Icon path={mdiPlus} size={18} />} onClick={() => setEdited('new')}>
            {t('template.new')}
          </Button>
        }
      />
      {data ? null : <RowsSkeleton />}
      {data?.total === 0 ? (
        <EmptyState
          icon={mdiTextBoxOutline}
          title={t(q ? 'template.noneFound' : 'template.none')}
          hint={q ? '' : t('template.none.hint')}
        />
      ) : null}
      {data?.data.length ? <Rows templates={data.data} onEdit={setEdited} /> : null}
      <Hidden data={data} />
      {edited ? <TemplateDialog template={edited === 'new' ? undefined : edited} onClose={() => setEdited(undefined)} /> : null}
    </>
  )
}
