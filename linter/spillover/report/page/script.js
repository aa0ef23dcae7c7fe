
"use strict";
// Without this script every scenario is shown, and there is no filter.
for (const box of document.querySelectorAll(".scenarios")) {
  const scenarios = [...box.children];
  if (scenarios.length < 2) continue;
  const fields = document.createElement("fieldset");
  fields.className = "switch";
  const legend = document.createElement("legend");
  legend.textContent = "Scenario";
  fields.append(legend);
  const show = (number) => scenarios.forEach((each, index) => { each.hidden = index !== number; });
  scenarios.forEach((scenario, index) => {
    const label = document.createElement("label");
    const input = document.createElement("input");
    input.type = "radio";
    input.name = box.dataset.name;
    input.checked = index === 0;
    input.addEventListener("change", () => show(index));
    label.append(input, scenario.dataset.title);
    fields.append(label);
  });
  box.prepend(fields);
  show(0);
}

const filter = document.getElementById("filter");
if (filter) {
  const find = document.getElementById("find");
  const boxes = [...filter.querySelectorAll("input[type=checkbox]")];
  const things = [...document.querySelectorAll(".service, .record, tr[data-severity]")];
  const apply = () => {
    const words = find.value.trim().toLowerCase();
    const off = new Set(boxes.filter((each) => !each.checked).map((each) => each.value));
    let shown = 0;
    for (const each of things) {
      const isOff = off.has(each.dataset.severity ?? each.dataset.worst);
      each.hidden = isOff || !each.textContent.toLowerCase().includes(words);
      if (!each.hidden) shown += 1;
    }
    document.getElementById("count").textContent = `${shown} of ${things.length}`;
  };
  filter.addEventListener("input", apply);
  filter.addEventListener("submit", (event) => event.preventDefault());
  filter.hidden = false;
  apply();
}
