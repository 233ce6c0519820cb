// Opens a lesson in a course system and tells the system how far the student is: SCORM 1.2, run-time environment 1.2.
// The lesson's page tells its progress and the answers by messages: see src/lessons/course-system.
(() => {
  /** The system's object lies in this window, in one above it, or in the one that opened it. */
  const find = (start) => {
    for (let at = start, steps = 0; at !== null && steps < 20; at = at.parent === at ? null : at.parent, steps++) {
      try {
        if (at.API) return at.API;
      } catch {
        // A window of another origin: the system is not behind it.
        return undefined;
      }
    }
    return undefined;
  };
  const api = find(window) ?? (window.opener ? find(window.opener) : undefined);
  const said = document.getElementById('said');
  const began = Date.now();
  let status = '';
  let open = false;

  /**
   * Calls the system; what it refuses is said, and the lesson goes on. Undefined for a value that could not be read.
   */
  const call = (name, ...values) => {
    if (!open && name !== 'LMSInitialize') return '';
    const answer = String(api[name](...values));
    const error = Number(api.LMSGetLastError());
    if (error === 0) return answer;
    said.textContent = `The course system refused ${name}(${values[0]}): ${api.LMSGetErrorString(String(error))}. Save your hand-in as a file.`;
    return undefined;
  };

  if (api === undefined)
    said.textContent =
      'No course system was found. The lesson works, but nothing is recorded: save your hand-in as a file.';
  else open = call('LMSInitialize', '') === 'true';
  status = call('LMSGetValue', 'cmi.core.lesson_status');
  if (open && (status === '' || status === 'not attempted')) {
    status = 'incomplete';
    call('LMSSetValue', 'cmi.core.lesson_status', status);
    call('LMSCommit', '');
  }
  const student = call('LMSGetValue', 'cmi.core.student_name') ?? '';
  const lesson = new URLSearchParams(location.search).get('lesson') ?? '';
  const id = /^lessons\/(.*)\.json$/.exec(lesson)?.[1];
  // The lesson's page reads it when the lesson opens. The last answers may be of a visit on another computer.
  const visit = { lesson: id, student, text: call('LMSGetValue', 'cmi.suspend_data') };
  if (open) window.bufferscopeVisit = visit;
  if (visit.text === undefined) said.textContent += ' Your answers of this visit are not stored in the course system.';
  const name = student === '' ? '' : `&student=${encodeURIComponent(student)}`;
  document.getElementById('lesson').src = `../index.html#lesson=${encodeURIComponent(lesson)}${name}`;

  // Letters that are typed come as many messages. They are set at once, and sent to the server together.
  let isCommitted = true;
  const commit = () => {
    if (!isCommitted) call('LMSCommit', '');
    isCommitted = true;
  };
  const storeAnswers = ({ text }) => {
    // Answers that could not be read are not overwritten.
    if (visit.text === undefined || typeof text !== 'string' || !/^[\w-]{0,4096}$/.test(text)) return;
    visit.text = text;
    call('LMSSetValue', 'cmi.suspend_data', text);
    if (isCommitted) setTimeout(commit, 1_000);
    isCommitted = false;
  };

  addEventListener('message', ({ origin, source, data }) => {
    const frame = document.getElementById('lesson');
    if (origin !== location.origin || source !== frame.contentWindow || !open) return;
    // The page has other lessons too; only this one is the student's task.
    if (id === undefined || data?.lesson !== id) return;
    if (data.type === 'bufferscope:answers') storeAnswers(data);
    if (data.type === 'bufferscope:lesson') storeProgress(data);
  });

  const storeProgress = ({ steps, done, judged, right }) => {
    if (![steps, done, judged, right].every(Number.isInteger)) return;
    call('LMSSetValue', 'cmi.core.score.min', '0');
    call('LMSSetValue', 'cmi.core.score.max', '100');
    // An earlier visit may have been better; a score is never lowered.
    const score = judged > 0 ? Math.round((100 * right) / judged) : Number.NaN;
    const stored = call('LMSGetValue', 'cmi.core.score.raw');
    const before = Number.parseFloat(stored);
    if (score > before || (stored !== undefined && Number.isNaN(before) && !Number.isNaN(score)))
      call('LMSSetValue', 'cmi.core.score.raw', String(score));
    // What was completed once stays so.
    if (done >= steps && status !== 'passed' && status !== 'completed') {
      status = 'completed';
      call('LMSSetValue', 'cmi.core.lesson_status', status);
    }
    isCommitted = false;
    commit();
  };

  /** HHHH:MM:SS.SS */
  const timespan = (ms) => {
    const two = (value) => String(value).padStart(2, '0');
    const seconds = Math.floor(ms / 1000);
    return `${String(Math.floor(seconds / 3600)).padStart(4, '0')}:${two(Math.floor(seconds / 60) % 60)}:${two(seconds % 60)}.00`;
  };
  // A phone may close a hidden page without another event.
  addEventListener('visibilitychange', commit);
  addEventListener('pagehide', () => {
    if (!open) return;
    call('LMSSetValue', 'cmi.core.session_time', timespan(Date.now() - began));
    // Without it, a system may delete the answers and begin a new attempt, also after the last step.
    call('LMSSetValue', 'cmi.core.exit', 'suspend');
    call('LMSCommit', '');
    call('LMSFinish', '');
    open = false;
  });
})();
