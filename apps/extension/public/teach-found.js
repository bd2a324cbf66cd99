// What the script for teaching has found in this frame. The value of a file's last line is what the worker gets.
document[Symbol.for('headhaul-teach-found')];
