/** The head of a lesson in the editor. */
import * as v from 'valibot';
import { lessonLimits } from '../../../lessons/format/lesson.ts';
import { Button } from '../../parts/button.tsx';
import { LabelledInput } from '../../parts/fields.tsx';
import type { EditorProps } from './stored-draft.ts';

const minutesSchema = v.pipe(v.string(), v.regex(/^\d{1,3}$/), v.transform(Number));

export function EditorHead({ draft, onChange, minutes }: EditorProps & { readonly minutes: number | undefined }) {
  return (
    <fieldset className="editor-part stack">
      <legend className="editor-title">The lesson</legend>
      <LabelledInput
        label="Title"
        value={draft.title}
        maxLength={lessonLimits.label}
        onText={(title) => onChange({ title })}
      />
      <LabelledInput
        label="Summary, one sentence"
        value={draft.summary}
        maxLength={lessonLimits.question}
        onText={(summary) => onChange({ summary })}
      />
      <div className="editor-pair">
        <LabelledInput label="Id" value={draft.id} maxLength={40} onText={(id) => onChange({ id })} />
        <LabelledInput
          label="Minutes"
          inputMode="numeric"
          value={draft.minutes}
          onText={(text) => {
            const typedMinutes = v.safeParse(minutesSchema, text);
            if (typedMinutes.success) onChange({ minutes: typedMinutes.output });
          }}
        />
      </div>
      {minutes !== undefined && minutes !== draft.minutes && (
        <p className="cluster muted">
          Its words and questions take about {minutes} {minutes === 1 ? 'minute' : 'minutes'}.
          <Button onClick={() => onChange({ minutes })}>Use {minutes}</Button>
        </p>
      )}
      <details>
        <summary>Teacher’s notes and sources</summary>
        <label className="field">
          Notes for teachers
          <textarea
            rows={3}
            value={draft.teacher}
            maxLength={lessonLimits.text}
            onChange={({ target }) => onChange({ teacher: target.value })}
          />
        </label>
        <label className="field">
          Sources, one per line
          <textarea rows={2} value={draft.sources} onChange={({ target }) => onChange({ sources: target.value })} />
        </label>
      </details>
    </fieldset>
  );
}
