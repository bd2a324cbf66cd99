// The fault forms of the home page. They send JSON, which a form of another site can't send.

const numberNames = ['latencyMs', 'errorStatus', 'errorPercent'];

function readFaults(form) {
  const fields = new FormData(form);
  const faults = {};
  for (const name of numberNames) {
    const text = fields.get(name);
    if (text !== '') faults[name] = Number(text);
  }
  if (fields.has('refuse')) faults.refuse = true;
  return faults;
}

async function flip(form, init) {
  const message = form.querySelector('[role="alert"]');
  message.hidden = true;
  try {
    const response = await fetch(`/services/${form.dataset.service}/faults`, init);
    if (response.ok) {
      location.reload();
      return;
    }
    const problem = await response.json();
    message.textContent = problem.errors?.map((error) => error.message).join('. ') ?? problem.detail;
  } catch {
    message.textContent = 'The sandbox does not answer. Is it still running?';
  }
  message.hidden = false;
}

for (const form of document.querySelectorAll('form[data-service]')) {
  form.addEventListener('submit', (event) => {
    event.preventDefault();
    void flip(form, { method: 'PUT', headers: { 'content-type': 'application/json' }, body: JSON.stringify(readFaults(form)) });
  });
  form.querySelector('[data-clear]').addEventListener('click', () => void flip(form, { method: 'DELETE' }));
}
